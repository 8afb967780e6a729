/** Where a caret is in a text that was changed at one place: what is after the change moves along. */
export function caretAfter(before: string, after: string, caret: number): number {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  if (caret <= same) return caret;
  return Math.max(same, caret + after.length - before.length);
}
