/** Returns the offsets between which a text differs from another one, and what the other one has there. */
export function differingPart(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
