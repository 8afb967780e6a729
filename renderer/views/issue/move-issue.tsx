import { useState } from "react";
import { moveIssue } from "../../../shared/api/resources/issues.ts";
import type { Project } from "../../../shared/api/resources/projects.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { projectOfIssue } from "../../features/issues/issue-project.ts";
import { ProjectField } from "../../features/project-list/project-field.tsx";
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
        account={account}
        minAccessLevel={minAccessLevel}
        withIssues
        own={project}
        chosen={target?.path_with_namespace ?? null}
        onChoose={(chosen) => setTarget(chosen)}
      />
    </FormDialog>
  );
}
