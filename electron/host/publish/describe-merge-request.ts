import type { PublishRun } from "./publish-run.ts";
import { composeText, describeWritten } from "./rewrite-text.ts";
import type { MergeRequestItem, Person } from "./source-items.ts";

const namesOf = (person: Person | null) => ({
  name: person?.name ?? null,
  username: person?.username ?? null,
});

/** Returns the text of a merge request as the target has it: who opened and ended it, and when, is said in words. */
export function describeMergeRequest(run: PublishRun, item: MergeRequestItem): string {
  const { iid, author, createdAt, description } = item;
  const opened = `Opened by ${describeWritten({ ...namesOf(author), at: createdAt })}.`;
  const line = [opened, describeEnd(item)].filter((part) => part !== "").join(" ");
  return composeText(line, run.rewrite(description), run.markOf(`merge-request:${iid}`));
}

/** Returns a sentence about how a merge request ended; empty for an open one. */
export function describeEnd({ state, endedBy, endedAt, mergeCommit }: MergeRequestItem): string {
  if (state !== "merged" && state !== "closed") return "";
  const written = describeWritten({ ...namesOf(endedBy), at: endedAt });
  const as = mergeCommit === null ? "" : ` as ${mergeCommit}`;
  return `${state === "merged" ? "Merged" : "Closed"} by ${written}${as}.`;
}

/** Returns the title as a service of any version takes it: a draft is one by its title. */
export const titleOf = ({ title, isDraft }: MergeRequestItem): string =>
  isDraft && !/^\s*(\[(?:draft|wip)\]|\((?:draft|wip)\)|(?:draft|wip):)/i.test(title)
    ? `Draft: ${title}`
    : title;
