/**
 * Returns the projects to read: the first `limit` that exist, and those before them that are gone, whose place the next
 * one takes.
 */
export function projectsToRead(
  paths: readonly string[],
  limit: number,
  isGone: (path: string) => boolean,
): string[] {
  let existing = 0;
  const end = paths.findIndex((path) => !isGone(path) && ++existing > limit);
  return paths.slice(0, end < 0 ? paths.length : end);
}
