import { useCallback, useState } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";

interface CollapsedFiles {
  /** Indices of the files of which only the header is shown. */
  readonly collapsed: ReadonlySet<number>;
  readonly fold: (index: number, isCollapsed: boolean) => void;
  /** Collapses all files; expands them where all are collapsed. */
  readonly foldAll: () => void;
}

/** Returns which files are collapsed to their headers. Another comparison starts with all of them expanded. */
export function useCollapsedFiles(files: readonly DiffFile[]): CollapsedFiles {
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const [known, setKnown] = useState(files);
  if (known !== files) {
    setKnown(files);
    if (files[0] !== known[0]) setCollapsed(new Set());
    // Where all were collapsed, files that are streamed later are too.
    else if (files.length > known.length && collapsed.size >= known.length) {
      setCollapsed(new Set(files.keys()));
    }
  }
  const fold = useCallback(
    (index: number, isCollapsed: boolean) =>
      setCollapsed((now) => {
        const next = new Set(now);
        if (isCollapsed) next.add(index);
        else next.delete(index);
        return next;
      }),
    [],
  );
  const foldAll = useCallback(
    () => setCollapsed((now) => (now.size < files.length ? new Set(files.keys()) : new Set())),
    [files],
  );
  return { collapsed, fold, foldAll };
}
