/**
 * Returns the index of a line among `count` lines in order, from 0; null where it is none of them. `lineAt` reads one of
 * them.
 */
export async function findRank(
  count: number,
  line: number,
  lineAt: (index: number) => Promise<number | undefined>,
): Promise<number | null> {
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = await lineAt(middle);
    if (found === undefined) return null;
    if (found === line) return middle;
    if (found < line) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
