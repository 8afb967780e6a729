import {
  ArrowRightFromLine,
  CircleCheck,
  CircleDot,
  EyeOff,
  GitPullRequestCreate,
  Lock,
  Trash2,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { deleteIssue } from "../../../shared/api/resources/issues.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { failureOf } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import layout from "../../ui/theme/layout.module.css";
import { useIssue } from "./issue-context.ts";
import { useIssueActions } from "./use-issue-edit.ts";

const CreateFromIssue = lazy(async () => ({
  default: (await import("./create-from-issue.tsx")).CreateFromIssue,
}));
const MoveIssue = lazy(async () => ({ default: (await import("./move-issue.tsx")).MoveIssue }));

/** The head of an issue: its title and state, and what can be done with it. */
export function IssueHead() {
  const { iid, issue } = useIssue();
  const isOpen = issue.state === "opened";
  const type = issue.issue_type ?? "issue";
  return (
    <PageHeader
      title={
        <span title={issue.title}>
          <span className={layout.muted}>#{iid}</span> {issue.title}
        </span>
      }
      state={
        <>
          <Badge tone={isOpen ? "added" : "accent"} icon={isOpen ? CircleDot : CircleCheck}>
            {isOpen ? "Open" : issue.state === "closed" ? "Closed" : capitalize(issue.state)}
          </Badge>
          {type === "issue" ? null : <Badge>{capitalize(type.replaceAll("_", " "))}</Badge>}
          {issue.confidential ? (
            <Badge tone="warning" icon={EyeOff} folds>
              Confidential
            </Badge>
          ) : null}
          {issue.discussion_locked ? (
            <Badge icon={Lock} folds>
              Locked
            </Badge>
          ) : null}
          {issue.moved_to_id == null ? null : <Badge>Moved</Badge>}
        </>
      }
      actions={<Actions />}
    />
  );
}

/** Actions on the issue as a whole. */
function Actions() {
  const { account, project, iid, issue } = useIssue();
  const go = useGo();
  const { toggleState } = useIssueActions();
  const write = useWrite(deleteIssue);
  const [dialog, setDialog] = useState<"create" | "move" | null>(null);
  const isOpen = issue.state === "opened";
  const remove = async () => {
    const isDone = await confirm({
      title: `Delete #${iid}?`,
      description: `"${issue.title}" and its discussion are deleted.`,
      confirmLabel: "Delete",
      danger: true,
      failureTitle: "The issue was not deleted",
      attempt: () => failureOf(write({ id: project, issue_iid: iid })),
    });
    if (isDone) go(hrefs.project(account, project, "issues"));
  };
  useRegisterCommands([
    {
      id: "issue.create-merge-request",
      title: "Create a merge request from the issue",
      section: "Issue",
      icon: GitPullRequestCreate,
      run: () => setDialog("create"),
    },
  ]);
  return (
    <>
      <Button writes icon={isOpen ? CircleCheck : CircleDot} onClick={() => void toggleState()}>
        {isOpen ? "Close" : "Reopen"}
      </Button>
      <Button
        icon={GitPullRequestCreate}
        variant={isOpen ? "primary" : "default"}
        onClick={() => setDialog("create")}
      >
        Create merge request
      </Button>
      <MoreMenu>
        <MenuItem icon={ArrowRightFromLine} onSelect={() => setDialog("move")}>
          Move…
        </MenuItem>
        <MenuSeparator />
        <MenuItem writes icon={Trash2} danger onSelect={() => void remove()}>
          Delete…
        </MenuItem>
      </MoreMenu>
      <Suspense>
        {dialog === "create" ? <CreateFromIssue onClose={() => setDialog(null)} /> : null}
        {dialog === "move" ? <MoveIssue onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </>
  );
}
