import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { moveIssue } from "../../../shared/api/resources/issues.ts";
import { listProjects, type Project } from "../../../shared/api/resources/projects.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { projectOfIssue } from "../../features/issues/issue-project.ts";
import { useAccount } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { useIssue } from "./issue-context.ts";

/** Role from which a project takes issues of others. */
const minAccessLevel = 20;

/** Moves the issue to another project, where it is opened. */
export function MoveIssue({ onClose }: { readonly onClose: () => void }) {
  const { account, project, iid } = useIssue();
  const [target, setTarget] = useState<Pick<Project, "id" | "path_with_namespace"> | null>(null);
  const write = useWrite(moveIssue);
  const go = useGo();
  const submission = useSubmit(async () => {
    if (!target) return;
    const made = await write({ id: project, issue_iid: iid, to_project_id: target.id });
    onClose();
    go(hrefs.issue(account, projectOfIssue(made, target.path_with_namespace), made.iid));
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Move issue"
      description="It continues in the other project with its comments. The one here is closed, and leads there."
      size="s"
      submitLabel="Move issue"
      submission={submission}
      isReady={target !== null}
    >
      <ProjectField
        own={project}
        chosen={target?.path_with_namespace ?? null}
        onChoose={(chosen) => setTarget(chosen)}
      />
    </FormDialog>
  );
}

interface ProjectFieldProps {
  /** Project of the issue, which is not offered. */
  readonly own: string;
  readonly chosen: string | null;
  readonly onChoose: (project: Project) => void;
}

/** A button that chooses a project among those in which the user may write issues. */
function ProjectField({ own, chosen, onChoose }: ProjectFieldProps) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const { account } = useIssue();
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const input = {
    search: query || undefined,
    // Administrators may write everywhere, and are members of little.
    min_access_level: isAdmin ? undefined : minAccessLevel,
    with_issues_enabled: true,
    archived: false,
    simple: true,
    order_by: "last_activity_at" as const,
    per_page: 50,
  };
  const found = useOperation(listProjects, open ? input : null, { keepPrevious: true });
  const projects = (found.data ?? []).filter(({ path_with_namespace: path }) => path !== own);
  return (
    <Combobox
      label="Project"
      placeholder="Find a project…"
      trigger={
        <Button autoFocus aria-label={`Project: ${chosen ?? "none"}`}>
          {chosen ?? "Select a project…"}
          <Icon of={ChevronsUpDown} size={14} />
        </Button>
      }
      items={projects.map(({ id, path_with_namespace: path }) => ({
        id: String(id),
        label: path,
        selected: path === chosen,
      }))}
      onQuery={setQuery}
      onOpenChange={setOpen}
      loading={found.isFetching}
      problem={problemText(found.error)}
      onChoose={({ id }) => {
        const project = projects.find((each) => String(each.id) === id);
        if (project) onChoose(project);
      }}
    />
  );
}
