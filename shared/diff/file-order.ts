import { type DiffFile, pathOf } from "./diff-file.ts";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * Compares paths as a tree lists them: the files of a folder precede its folders, so that a file at the root is below no
 * folder's heading; numbers in names count as numbers.
 */
function comparePaths(a: string, b: string): number {
  for (let start = 0; ; ) {
    const [endA, endB] = [a.indexOf("/", start), b.indexOf("/", start)];
    if (endA < 0 !== endB < 0) return endA < 0 ? -1 : 1;
    const left = a.slice(start, endA < 0 ? undefined : endA);
    const right = b.slice(start, endB < 0 ? undefined : endB);
    if (left !== right) return collator.compare(left, right) || (left < right ? -1 : 1);
    if (endA < 0) return 0;
    start = endA + 1;
  }
}

/**
 * Returns the indices of files in the order of their tree. `known` is that of the first files, where it is known: those
 * after them are merged into it.
 */
export function treeOrder(files: readonly DiffFile[], known: readonly number[] = []): readonly number[] {
  const compare = (a: number, b: number) => comparePaths(pathAt(files, a), pathAt(files, b));
  const added = Array.from({ length: files.length - known.length }, (_, i) => known.length + i).sort(compare);
  if (known.length === 0) return added;
  const order: number[] = [];
  let taken = 0;
  for (const index of added) {
    let [low, high] = [taken, known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(known[middle] ?? 0, index) < 0) low = middle + 1;
      else high = middle;
    }
    for (; taken < low; taken++) order.push(known[taken] ?? 0);
    order.push(index);
  }
  return order.concat(known.slice(taken));
}

/** Returns files in the order of their tree. */
export const inTreeOrder = (files: readonly DiffFile[]): readonly DiffFile[] =>
  treeOrder(files).flatMap((index) => files[index] ?? []);

const pathAt = (files: readonly DiffFile[], index: number): string => {
  const file = files[index];
  return file ? pathOf(file) : "";
};
