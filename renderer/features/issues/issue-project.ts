import type { Issue } from "../../../shared/api/resources/issue-shapes.ts";

type ProjectFields = Pick<Issue, "project_id" | "references" | "web_url">;

/** Returns the full path of an issue's project: from the list that it is in, its reference or its URL; else its id. */
export function projectOfIssue(issue: ProjectFields, listed?: string): string {
  if (listed) return listed;
  const full = issue.references?.full?.split("#")[0];
  if (full) return full;
  const path = URL.canParse(issue.web_url) ? new URL(issue.web_url).pathname : "";
  return (
    /^\/(.+?)(?:\/-)?\/(?:issues|work_items)\/(?:incident\/)?\d+$/.exec(path)?.[1] ?? String(issue.project_id)
  );
}

/** "1 issue", "12 issues". */
export const issuesText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "issue" : "issues"}`;
