import type { InputOf } from "../../../shared/api/contract/operation.ts";
import type { IssueDetail } from "../../../shared/api/resources/issue-shapes.ts";
import { getIssue, updateIssue } from "../../../shared/api/resources/issues.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useWrite } from "../../api/use-write.ts";
import { assigneesInput } from "../../features/work-page/sidebar-fields.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useIssue } from "./issue-context.ts";

type Changes = Omit<InputOf<typeof updateIssue>, "id" | "issue_iid">;

/** An edit: its input, its optimistic result and its error message. */
interface Edit {
  readonly send: Changes;
  readonly show: Partial<IssueDetail>;
  /** Such as "The labels were not changed". */
  readonly failed: string;
}

/**
 * Edits fields of the issue: shown at once, reverted with a message and Retry on failure. Edits are sent one after another:
 * the last one wins, however long the one before it takes.
 */
function useIssueEdit(): (edit: Edit) => Promise<IssueDetail | null> {
  const { account, project, iid } = useIssue();
  const target = { id: project, issue_iid: iid };
  const queryKey = operationQueryKey(account, getIssue, "one", target);
  const write = useWrite(updateIssue, { series: ["edit", ...queryKey] });
  const edit = async (change: Edit): Promise<IssueDetail | null> => {
    const names = new Set(Object.keys(change.show));
    try {
      return await write<IssueDetail>(
        { ...target, ...change.send },
        {
          queryKey,
          show: (now) => ({ ...now, ...change.show }),
          // Only this edit's fields: another one may be in progress.
          revert: (now, before) => ({
            ...now,
            ...Object.fromEntries(Object.entries(before).filter(([name]) => names.has(name))),
          }),
          confirm: (now, written) => ({ ...now, ...written }),
        },
      );
    } catch (error) {
      toast.problem(change.failed, describeProblem(error), {
        action: { label: "Retry", onSelect: () => void edit(change) },
      });
      return null;
    }
  };
  return edit;
}

/** Returns the edits that buttons, fields and keys share. */
export function useIssueActions() {
  const { issue } = useIssue();
  const edit = useIssueEdit();
  const isOpen = issue.state === "opened";
  return {
    edit,
    assign: async (people: readonly UserSummary[]) => {
      const made = await edit({
        send: assigneesInput(people),
        show: { assignees: [...people], assignee: people[0] ?? null },
        failed: "The assignees were not changed",
      });
      if (made && made.assignees.length < people.length)
        toast.warning(`The service saved ${made.assignees.length} of ${people.length} assignees`);
    },
    /** Closes an open issue, reopens a closed one. */
    toggleState: async () => {
      const made = await edit({
        send: { state_event: isOpen ? "close" : "reopen" },
        show: { state: isOpen ? "closed" : "opened" },
        failed: isOpen ? "The issue was not closed" : "The issue was not reopened",
      });
      if (made) toast.success(isOpen ? "Closed" : "Reopened");
    },
    setConfidential: (confidential: boolean) =>
      edit({
        send: { confidential },
        show: { confidential },
        failed: confidential ? "The issue is not confidential" : "The issue is still confidential",
      }),
  };
}
