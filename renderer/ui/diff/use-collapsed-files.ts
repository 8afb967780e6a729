import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import type { FileLayout } from "./diff-layout.ts";
import { type DiffAttributes, isFolded } from "./diff-model.ts";

interface CollapsedFiles {
  /** Indices of the files of which only the header is shown. */
  readonly collapsed: ReadonlySet<number>;
  readonly fold: (index: number, isCollapsed: boolean) => void;
  /** Collapses all files; expands them where all are collapsed. */
  readonly foldAll: () => void;
}

/** Returns which files are collapsed to their headers. Another comparison starts with all of them expanded but those that a program wrote, or that are not text. */
export function useCollapsedFiles(
  files: readonly DiffFile[],
  byPath: DiffAttributes["byPath"],
): CollapsedFiles {
  const foldedFiles = (from = 0): ReadonlySet<number> =>
    new Set(
      [...files.entries()].flatMap(([index, file]) =>
        index >= from && isFolded(file, byPath.get(pathOf(file))) ? [index] : [],
      ),
    );
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(() => foldedFiles());
  const [known, setKnown] = useState(files);
  if (known !== files) {
    setKnown(files);
    if (files[0] !== known[0]) setCollapsed(foldedFiles());
    // Where all were collapsed, files that are streamed later are too.
    else if (files.length > known.length && known.length > 0 && collapsed.size >= known.length) {
      setCollapsed(new Set(files.keys()));
    } else if (files.length > known.length) {
      setCollapsed(new Set([...collapsed, ...foldedFiles(known.length)]));
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

/**
 * Collapses files once their attributes are known, each once, and only those that begin below `bottom`: nothing that is
 * read moves.
 */
export function useFoldedByAttributes(
  files: readonly DiffFile[],
  near: readonly FileLayout[],
  byPath: DiffAttributes["byPath"],
  bottom: number,
  fold: CollapsedFiles["fold"],
): void {
  const decided = useRef(new WeakSet<DiffFile>());
  useLayoutEffect(() => {
    for (const { index, top } of near) {
      const file = files[index];
      const attributes = file && byPath.get(pathOf(file));
      if (!file || !attributes || decided.current.has(file)) continue;
      decided.current.add(file);
      if (top > bottom && isFolded(file, attributes)) fold(index, true);
    }
  });
}
