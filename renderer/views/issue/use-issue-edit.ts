import type { InputOf } from "../../../shared/api/contract/operation.ts";
import type { IssueDetail } from "../../../shared/api/resources/issue-shapes.ts";
import { getIssue, updateIssue } from "../../../shared/api/resources/issues.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useWrite } from "../../api/use-write.ts";
import { editFields } from "../../features/work-page/edit-fields.ts";
import { assigneesInput } from "../../features/work-page/sidebar-fields.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useIssue } from "./issue-context.ts";

type Changes = Omit<InputOf<typeof updateIssue>, "id" | "issue_iid">;

/** Returns a function that edits fields of the issue, as {@link editFields} does. */
function useIssueEdit() {
  const { account, project, iid } = useIssue();
  const target = { id: project, issue_iid: iid };
  const queryKey = operationQueryKey(account, getIssue, "one", target);
  const write = useWrite(updateIssue, { series: ["edit", ...queryKey] });
  return editFields<Changes, IssueDetail, IssueDetail>(queryKey, (send, shown) =>
    write({ ...target, ...send }, shown),
  );
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
