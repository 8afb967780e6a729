import { capitalize } from "../../../shared/text/capitalize.ts";
/**
 * Returns a title for a merge request: that of its only commit, else the branch's name as words. Empty while the commits
 * are unknown.
 */
export function proposedTitle(
  branch: string,
  commits: readonly { readonly title: string }[] | undefined,
): string {
  if (!commits || branch === "") return "";
  if (commits.length === 1) return commits[0]?.title ?? "";
  const words = branch
    .slice(branch.lastIndexOf("/") + 1)
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return capitalize(words);
}
