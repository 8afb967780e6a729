/** Returns the caret's position after a change at one position of the text. */
export function caretAfter(before: string, after: string, caret: number): number {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  if (caret <= same) return caret;
  return Math.max(same, caret + after.length - before.length);
}
