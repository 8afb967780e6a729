import { useCallback, useState } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";

interface CollapsedFiles {
  /** Indices of the files of which only the header is shown. */
  readonly collapsed: ReadonlySet<number>;
  readonly fold: (index: number, isCollapsed: boolean) => void;
  /** Collapses all files; expands them where all are collapsed. */
  readonly foldAll: () => void;
}

/** Returns which files are collapsed to their headers. Another comparison starts with all of them expanded but those that a program wrote. */
export function useCollapsedFiles(files: readonly DiffFile[]): CollapsedFiles {
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(() => generatedFiles(files));
  const [known, setKnown] = useState(files);
  if (known !== files) {
    setKnown(files);
    if (files[0] !== known[0]) setCollapsed(generatedFiles(files));
    // Where all were collapsed, files that are streamed later are too.
    else if (files.length > known.length && known.length > 0 && collapsed.size >= known.length) {
      setCollapsed(new Set(files.keys()));
    } else if (files.length > known.length) {
      setCollapsed(new Set([...collapsed, ...generatedFiles(files, known.length)]));
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

const generatedFiles = (files: readonly DiffFile[], from = 0): ReadonlySet<number> =>
  new Set([...files.keys()].filter((index) => index >= from && files[index]?.generated_file === true));
