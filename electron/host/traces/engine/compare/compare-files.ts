import { compareNumbers } from "../../../../../shared/diff/compare-lines.ts";
import { TraceFileBytes } from "../trace-bytes.ts";
import { ComparisonLayout } from "./diff-layout.ts";
import { LineNumbers, maxLines } from "./number-lines.ts";

/** A stored trace as far as it is compared. */
export interface ComparedFile {
  readonly path: string;
  readonly size: number;
}

export interface FileComparisonSummary {
  readonly rows: number;
  readonly added: number;
  readonly removed: number;
  /** One of them is so long that only its first lines were compared. */
  readonly cut: boolean;
}

let layout: ComparisonLayout | undefined;

/** Returns the rows of what this thread compared. Throws where it has compared nothing. */
export function openComparison(): ComparisonLayout {
  if (!layout) throw new Error("Nothing was compared");
  return layout;
}

/** Compares two traces line by line; calls back with the share that was read, from 0 to 1. */
export async function compareFiles(
  left: ComparedFile,
  right: ComparedFile,
  onShare: (share: number) => void,
): Promise<FileComparisonSummary> {
  const numbers = new LineNumbers();
  let read = 0;
  const onRead = (bytes: number) => {
    read += bytes;
    onShare(read / (left.size + right.size));
  };
  const numberLines = async ({ path, size }: ComparedFile) => {
    const source = new TraceFileBytes(path);
    try {
      return await numbers.read(source, size, onRead);
    } finally {
      source.close();
    }
  };
  const before = await numberLines(left);
  const after = await numberLines(right);
  layout = new ComparisonLayout(compareNumbers(before, after), before.length, after.length);
  const { rows, added, removed } = layout;
  return { rows, added, removed, cut: before.length >= maxLines || after.length >= maxLines };
}
