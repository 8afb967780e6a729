import { GitFork } from "lucide-react";
import { useState } from "react";
import { forkProject } from "../../../../shared/api/resources/project-actions.ts";
import { getProject, type Project, type Visibility } from "../../../../shared/api/resources/projects.ts";
import { findPathProblem } from "../../../../shared/text/group-path.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useProjectRoute } from "../../../features/addresses/use-route.ts";
import {
  NamespaceSelect,
  narrowest,
  useNamespaces,
  VisibilitySelect,
} from "../../../features/project-list/namespace-fields.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Destination, Writable } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./project-settings.module.css";

/** Copies a project into another namespace; the page of the copy shows how far it is. */
export function ForkView() {
  const { project: path } = useProjectRoute();
  const project = useOperation(getProject, { id: path });
  return (
    <div className={layout.page}>
      <PageHeader title="Fork" icon={GitFork} />
      {project.data ? (
        <div className={layout.sections}>
          <Writable>
            <ForkForm source={project.data} />
          </Writable>
        </div>
      ) : project.error ? (
        <ErrorState {...describeProblem(project.error)} onRetry={() => void project.refetch()} />
      ) : (
        <Skeleton page lines={6} label="Loading the project" />
      )}
    </div>
  );
}

function ForkForm({ source }: { readonly source: Project }) {
  const { account } = useProjectRoute();
  const write = useWrite(forkProject);
  const go = useGo();
  // A fork beside its source would have the same address.
  const namespaces = useNamespaces().filter(({ path }) => path !== folderOf(source.path_with_namespace));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState(source.name);
  const [path, setPath] = useState(source.path);
  const [wanted, setWanted] = useState<Visibility | null>(null);
  const namespace = namespaces.find((each) => each.path === chosen) ?? namespaces[0];
  const widest = narrowest([source.visibility, namespace?.group?.visibility]);
  const visibility = narrowest([widest, wanted ?? widest]);
  const pathProblem = findPathProblem(path, "below");
  const isReady = namespace !== undefined && name.trim() !== "" && pathProblem === null;
  const submission = useSubmit(
    async () => {
      const made = await write({
        id: source.id,
        namespace_path: namespace?.group ? namespace.path : undefined,
        name: name.trim(),
        path,
        visibility,
      });
      go(hrefs.project(account, made.path_with_namespace), { replace: true });
    },
    { fields: ["name", "path", "visibility_level"] },
  );
  return (
    <Form submission={submission} isReady={isReady} className={cx(layout.form, styles.form)}>
      <NamespaceSelect namespaces={namespaces} value={namespace?.path ?? null} onChange={setChosen} />
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={255}
        error={submission.errorOf("name")}
      />
      <TextField
        label="Path"
        mono
        value={path}
        onChange={setPath}
        maxLength={255}
        hint={namespace ? `${namespace.path}/${path}` : undefined}
        error={submission.errorOf("path") ?? pathProblem ?? undefined}
      />
      <VisibilitySelect
        value={visibility}
        onChange={setWanted}
        widest={widest}
        error={submission.errorOf("visibility_level")}
      />
      <FormFailure submission={submission} title="The project was not forked" />
      <Destination />
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          loading={submission.isPending}
          aria-disabled={!isReady || undefined}
        >
          Fork project
        </Button>
      </div>
    </Form>
  );
}
