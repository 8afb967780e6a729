/** Change of tags. `set` replaces all of them. */
export type TagChange =
  | { readonly kind: "edit"; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly kind: "set"; readonly tags: readonly string[] };

/** Returns the tags of a runner after a change, each once. */
export function nextTags(tags: readonly string[], change: TagChange): string[] {
  if (change.kind === "set") return [...new Set(change.tags)];
  return [...new Set([...tags, ...change.add])].filter((tag) => !change.remove.includes(tag));
}

/** Returns the change that takes `after` back to `before`, and leaves what others changed meanwhile. */
export const revertTags = (before: readonly string[], after: readonly string[]): TagChange => ({
  kind: "edit",
  add: before.filter((tag) => !after.includes(tag)),
  remove: after.filter((tag) => !before.includes(tag)),
});

/** Returns a change of tags as text, such as "+docker −gpu"; null where it changes nothing. */
export function describeTagChange(before: readonly string[], after: readonly string[]): string | null {
  const added = after.filter((tag) => !before.includes(tag)).map((tag) => `+${tag}`);
  const removed = before.filter((tag) => !after.includes(tag)).map((tag) => `−${tag}`);
  return [...added, ...removed].join(" ") || null;
}

/** Returns why a runner cannot have these tags, null where it can. */
export const checkTags = (tags: readonly string[], runUntagged: boolean | undefined): string | null =>
  tags.length === 0 && runUntagged === false
    ? "It does not run untagged jobs, so it needs at least one tag."
    : null;

/** Reads tags as people type them, separated by commas. */
export const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
