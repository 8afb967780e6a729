/** Row on which each line of a text begins, where rows have this many columns and long lines wrap. */
export function rowsOfLines(text: string, columns: number): number[] {
  const rows: number[] = [];
  let row = 0;
  for (const line of text.split("\n")) {
    rows.push(row);
    row += Math.max(1, Math.ceil(line.length / columns));
  }
  return rows;
}

/** The second position for a first one, in proportion between the pairs around it. Pairs ascend. */
export function betweenMarks(marks: readonly (readonly [number, number])[], at: number): number {
  let [before, after] = [marks[0] ?? [0, 0], marks.at(-1) ?? [0, 0]];
  for (const mark of marks) {
    if (mark[0] <= at && mark[0] >= before[0]) before = mark;
    if (mark[0] > at) {
      after = mark;
      break;
    }
  }
  const span = after[0] - before[0];
  return span <= 0 ? before[1] : before[1] + ((at - before[0]) / span) * (after[1] - before[1]);
}
