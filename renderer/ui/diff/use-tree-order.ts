import { useMemo, useRef } from "react";
import { type DiffFile, treeOrder } from "../../../shared/diff/diff-file.ts";

interface Known {
  readonly files: readonly DiffFile[];
  readonly order: readonly number[];
}

/** Returns the indices of files in the order of their tree; files that follow the known ones are merged into it. */
export function useTreeOrder(files: readonly DiffFile[]): readonly number[] {
  const known = useRef<Known>({ files: [], order: [] });
  return useMemo(() => {
    const before = known.current;
    const isMore = before.files.every((file, index) => file === files[index]);
    const order = treeOrder(files, isMore ? before.order : []);
    known.current = { files, order };
    return order;
  }, [files]);
}
