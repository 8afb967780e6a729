/** Values that the variables of a message's template stand for. */
export interface MergeMessageValues {
  readonly title: string;
  readonly description: string;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  /** Number of the merge request. */
  readonly iid: number;
  readonly projectPath: string;
  readonly url: string;
  /** Messages of the commits, oldest first. */
  readonly commits: readonly string[];
  /** Those who approved and reviewed, the author, and who merges: `Name <address>`, or the name alone. */
  readonly approvedBy: readonly string[];
  readonly reviewedBy: readonly string[];
  readonly author: string;
  readonly mergedBy: string;
}

/** Templates that a project has without ones of its own. */
const defaultTemplates = {
  merge:
    "Merge branch '%{source_branch}' into '%{target_branch}'\n\n%{title}\n\nSee merge request %{reference}\n",
  squash: "%{title}\n\nSee merge request %{reference}\n",
} as const;

/** Kind of commit that a merge makes. */
export type MergeCommitKind = keyof typeof defaultTemplates;

/**
 * Returns the message of a merge or squash commit, from a project's template or the default one. Unknown variables stay as
 * they are. A line whose variables are all empty is left out, and with it the blank lines before it.
 */
export function mergeMessage(
  kind: MergeCommitKind,
  template: string | null | undefined,
  values: MergeMessageValues,
): string {
  const known = variablesOf(values);
  const lines = (template?.trim() ? template : defaultTemplates[kind]).replaceAll("\r\n", "\n").split("\n");
  const kept: string[] = [];
  for (const line of lines) {
    let found = 0;
    let filled = 0;
    const text = line.replace(/%\{(\w+)\}/g, (whole, name: string) => {
      const value = known[name]?.();
      found++;
      if (value !== "") filled++;
      return value ?? whole;
    });
    if (found === 0 || filled > 0) kept.push(text);
    else while (kept.at(-1) === "") kept.pop();
  }
  return kept.join("\n");
}

function variablesOf(values: MergeMessageValues): Readonly<Record<string, () => string>> {
  const { commits, iid } = values;
  const multiline = commits.find((message) => message.trim().includes("\n"));
  const trailers = (name: string, people: readonly string[]) =>
    people.map((person) => `${name}: ${person}`).join("\n");
  return {
    title: () => values.title,
    description: () => values.description,
    source_branch: () => values.sourceBranch,
    target_branch: () => values.targetBranch,
    reference: () => `${values.projectPath}!${iid}`,
    local_reference: () => `!${iid}`,
    url: () => values.url,
    first_commit: () => commits[0]?.trim() ?? "",
    first_multiline_commit: () => multiline?.trim() ?? values.title,
    first_multiline_commit_description: () => multiline?.trim().replace(/^[^\n]*\n\s*/, "") ?? "",
    all_commits: () => commits.map((message) => `* ${message.trim()}`).join("\n\n"),
    approved_by: () => trailers("Approved-by", values.approvedBy),
    reviewed_by: () => trailers("Reviewed-by", values.reviewedBy),
    merge_request_author: () => values.author,
    merged_by: () => values.mergedBy,
  };
}
