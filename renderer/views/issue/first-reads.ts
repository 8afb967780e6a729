import { listIssueDiscussions } from "../../../shared/api/resources/discussions.ts";
import { getIssue } from "../../../shared/api/resources/issues.ts";
import { listIssueReactions } from "../../../shared/api/resources/reactions.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import type { Prefetch } from "../../api/use-operation.ts";

/** Reads the first data of an issue's page. */
export async function readIssue(read: Prefetch, project: string, iid: number): Promise<void> {
  const target = { id: project, issue_iid: iid };
  await Promise.all([
    read(getIssue, target),
    read(listIssueDiscussions, { ...target, per_page: 100 }, "all"),
    read(listIssueReactions, { ...target, per_page: 100 }, "all"),
    read(getCurrentUser, {}),
  ]);
}
