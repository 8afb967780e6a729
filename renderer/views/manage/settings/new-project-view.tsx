import { FolderPlus } from "lucide-react";
import { createProject } from "../../../../shared/api/resources/project-actions.ts";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import { findPathProblem, proposePath } from "../../../../shared/text/group-path.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useAccountRoute } from "../../../features/addresses/use-route.ts";
import {
  NamespaceSelect,
  narrowest,
  useNamespaces,
  VisibilitySelect,
} from "../../../features/project-list/namespace-fields.tsx";
import { useFormDraft } from "../../../state/form-draft.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./project-settings.module.css";

const contents = [
  { value: "empty", label: "Empty" },
  { value: "readme", label: "With a README" },
  { value: "import", label: "From a URL" },
] as const;
type Content = (typeof contents)[number]["value"];

const visibilityOf = (text: string): Visibility =>
  text === "public" || text === "internal" ? text : "private";
const contentOf = (text: string): Content => contents.find(({ value }) => value === text)?.value ?? "readme";

/** Makes a project: empty, with a README, or as a copy of a repository elsewhere. The draft is stored until then. */
export function NewProjectView() {
  const { account } = useAccountRoute();
  const write = useWrite(createProject);
  const go = useGo();
  const namespaces = useNamespaces();
  const draft = useFormDraft(`new-project ${account}`, {
    name: "",
    path: "",
    namespace: "",
    description: "",
    visibility: "private",
    content: "readme",
    url: "",
  });
  const { name, description, url } = draft.fields;
  const content = contentOf(draft.fields.content);
  const namespace = namespaces.find(({ path }) => path === draft.fields.namespace) ?? namespaces[0];
  const path = draft.fields.path || proposePath(name);
  const pathProblem = findPathProblem(path, "below");
  const widest = narrowest([namespace?.group?.visibility]);
  const visibility = narrowest([widest, visibilityOf(draft.fields.visibility)]);
  const isUrl = URL.canParse(url.trim()) && /^https?:$/.test(new URL(url.trim()).protocol);
  const isReady =
    name.trim() !== "" && pathProblem === null && namespace !== undefined && (content !== "import" || isUrl);
  const submission = useSubmit(
    async () => {
      const made = await write({
        name: name.trim(),
        path,
        namespace_id: namespace?.group?.id,
        description: description.trim() || undefined,
        visibility,
        initialize_with_readme: content === "readme" ? true : undefined,
        import_url: content === "import" ? url.trim() : undefined,
      });
      draft.clear();
      toast.success(`Created ${made.name}`);
      go(hrefs.project(account, made.path_with_namespace), { replace: true });
    },
    { fields: ["name", "path", "visibility_level", "import_url"] },
  );
  const change = (patch: Parameters<typeof draft.change>[0]) => {
    submission.reset();
    draft.change(patch);
  };
  const isStarted = name !== "" || draft.fields.path !== "";
  return (
    <div className={layout.page}>
      <PageHeader title="New project" icon={FolderPlus} />
      <div className={layout.sections}>
        <Form submission={submission} isReady={isReady} className={cx(layout.form, styles.form)}>
          <TextField
            label="Name"
            value={name}
            onChange={(next) => change({ name: next })}
            autoFocus
            maxLength={255}
            error={submission.errorOf("name")}
          />
          <NamespaceSelect
            namespaces={namespaces}
            value={namespace?.path ?? null}
            onChange={(next) => change({ namespace: next })}
          />
          <TextField
            label="Path"
            mono
            value={path}
            onChange={(next) => change({ path: next })}
            maxLength={255}
            hint={namespace ? `${namespace.path}/${path}` : undefined}
            error={submission.errorOf("path") ?? (isStarted ? (pathProblem ?? undefined) : undefined)}
          />
          <TextArea
            label="Description"
            value={description}
            onChange={(next) => change({ description: next })}
            rows={2}
          />
          <VisibilitySelect
            value={visibility}
            onChange={(next) => change({ visibility: next })}
            widest={widest}
            error={submission.errorOf("visibility_level")}
          />
          <div className={flow.stackStart}>
            <span className={layout.strong} aria-hidden>
              Content
            </span>
            <SegmentedControl
              label="Content"
              value={content}
              onChange={(next) => change({ content: next })}
              options={contents}
            />
          </div>
          {content === "import" ? (
            <TextField
              label="URL of the repository"
              type="url"
              mono
              value={url}
              onChange={(next) => change({ url: next })}
              placeholder="https://code.example/group/project.git"
              hint="The service fetches its branches and tags. The URL may have a name and a password, which the draft stores as well."
              error={
                submission.errorOf("import_url") ??
                (url === "" || isUrl ? undefined : "Enter a URL that starts with https:// or http://.")
              }
            />
          ) : null}
          <p className={layout.small}>
            A project of another account moves here with its merge requests, issues and wiki:{" "}
            <AppLink href={hrefs.publishes({ to: account })}>Import from a service…</AppLink>
          </p>
          <FormFailure submission={submission} title="The project was not created" />
          <Destination />
          <div className={styles.buttons}>
            <Button
              type="submit"
              variant="primary"
              loading={submission.isPending}
              aria-disabled={!isReady || undefined}
            >
              Create project
            </Button>
            {draft.isChanged ? (
              <DiscardButton
                disabled={submission.isPending}
                onClick={() => {
                  draft.clear();
                  toast.discarded("project draft", draft.restore);
                }}
              />
            ) : null}
          </div>
        </Form>
      </div>
    </div>
  );
}
