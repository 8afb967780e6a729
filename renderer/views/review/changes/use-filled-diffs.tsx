import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  type DiffFile,
  type FileAttributes,
  isBinaryDiff,
  isDiffOmitted,
  pathOf,
} from "../../../../shared/diff/diff-file.ts";
import type { OpenDiff } from "../../../../shared/diff/diff-types.ts";
import { maxTextBytes } from "../../../../shared/text/file-bytes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { cancelableRead } from "../../../api/fetch-operation.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { formatBytes } from "../../../ui/values/format-bytes.ts";
import { rawFileUrl } from "../versions/read-text.ts";

/** Notes on files whose diff the service omitted, by file; absent where there is none. */
type OmittedDiffNotes = ReadonlyMap<number, ReactNode>;

/** Bytes of a side up to which two texts are compared on request, as memory is limited. */
const maxRequestedBytes = 200_000_000;

/**
 * Compares the two texts of every file whose diff the service omitted, one after the other, in the background; those
 * of more than 20 MB on request. So it does with binary files that the repository's attributes in `byPath` call text, as
 * far as they are known.
 */
export function useFilledDiffs(
  project: string,
  commits: { readonly base: string; readonly head: string } | null,
  files: readonly DiffFile[],
  open: OpenDiff | null,
  byPath: ReadonlyMap<string, FileAttributes>,
): OmittedDiffNotes {
  const omitted = useIndices(files, isDiffOmitted);
  const texts = useIndices(
    files,
    (file) => byPath.get(pathOf(file))?.diff === true && isBinaryDiff(file.diff),
  );
  const first = useCompared({ project, commits, files, open, wanted: omitted, asText: false });
  const second = useCompared({ project, commits, files, open, wanted: texts, asText: true });
  return useMemo(() => (second.size === 0 ? first : new Map([...first, ...second])), [first, second]);
}

/** Returns the indices of the files that are wanted; the same array while they are the same. */
function useIndices(files: readonly DiffFile[], isWanted: (file: DiffFile) => boolean): readonly number[] {
  const key = files.flatMap((file, index) => (isWanted(file) ? [index] : [])).join();
  return useMemo(() => (key === "" ? [] : key.split(",").map(Number)), [key]);
}

interface ComparedInput {
  readonly project: string;
  readonly commits: { readonly base: string; readonly head: string } | null;
  readonly files: readonly DiffFile[];
  readonly open: OpenDiff | null;
  /** Indices of the files that are compared. */
  readonly wanted: readonly number[];
  /** Whether they are text whatever is in them. */
  readonly asText: boolean;
}

function useCompared({ project, commits, files, open, wanted, asText }: ComparedInput): OmittedDiffNotes {
  const account = useAccountId();
  const [notes, setNotes] = useState<OmittedDiffNotes>(new Map());
  // Files that the user had compared stay so when the diffs are opened anew, with other options for example.
  const requested = useRef(new Set<string>());
  const done = useRef<{ readonly open: OpenDiff | null; readonly files: Set<DiffFile> }>({
    open: null,
    files: new Set(),
  });
  const base = commits?.base;
  const head = commits?.head;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setNotes((now) => (now.size === 0 ? now : new Map()));
    if (!open || !base || !head) return;
    if (done.current.open !== open) done.current = { open, files: new Set() };
    const known = done.current.files;
    const why = asText
      ? "The repository's attributes say that this is text."
      : "The service omitted this diff.";
    const setNote = (file: number, note: ReactNode) => {
      if (signal.aborted) return;
      setNotes((now) => {
        const next = new Map(now);
        if (note === null) next.delete(file);
        else next.set(file, note);
        return next;
      });
    };
    const urlOf = (sha: string, path: string) => rawFileUrl(account, project, sha, path);
    const compare = async (index: number, file: DiffFile): Promise<void> => {
      const key = [project, base, head, file.new_path].join("\0");
      const contents = {
        base: file.new_file ? null : urlOf(base, file.old_path),
        head: file.deleted_file ? null : urlOf(head, file.new_path),
        maxBytes: requested.current.has(key) ? maxRequestedBytes : maxTextBytes,
        asText,
      };
      setNote(index, `${why} Comparing both files…`);
      try {
        const large = await open.fill(index, contents, cancelableRead(signal));
        if (large !== null && large > maxRequestedBytes)
          return setNote(index, `${formatBytes(large)}: open the file itself.`);
        if (large !== null) {
          const onPress = () => {
            requested.current.add(key);
            void compare(index, file);
          };
          return setNote(index, asking(why, large, onPress));
        }
        if (!signal.aborted) known.add(file);
        setNote(index, null);
      } catch (error) {
        setNote(index, describeProblem(error).message);
      }
    };
    void (async () => {
      for (const index of wanted) {
        const file = files[index];
        if (file && !known.has(file) && !signal.aborted) await compare(index, file);
      }
    })();
    return () => controller.abort();
  }, [account, project, base, head, files, open, wanted, asText]);
  return notes;
}

const asking = (why: string, bytes: number, onPress: () => void): ReactNode => (
  <>
    {why}{" "}
    <Button size="s" onClick={onPress}>
      Compare {formatBytes(bytes)}
    </Button>
  </>
);

/** Lines shown by one click. */
const linesPerClick = 20;

/** Shows lines around the changes of a file, from its content at the head. */
export function useMoreContext(
  project: string,
  head: string | undefined,
  files: readonly DiffFile[],
  open: OpenDiff | null,
): (file: number, around: number | "all") => void {
  const account = useAccountId();
  // Another comparison starts without more lines.
  const shown = useRef({ open, ranges: new Map<number, { from: number; to: number }[]>() });
  if (shown.current.open !== open) shown.current = { open, ranges: new Map() };
  return useCallback(
    (file, around) => {
      const path = files[file]?.new_path;
      if (!open || !path || !head) return;
      const ranges = shown.current.ranges.get(file) ?? [];
      const more =
        around === "all"
          ? { from: 1, to: Number.MAX_SAFE_INTEGER }
          : { from: around - linesPerClick, to: around };
      const wanted = [...ranges, more];
      shown.current.ranges.set(file, wanted);
      open
        .expand(file, rawFileUrl(account, project, head, path), wanted, cancelableRead())
        .catch((error: unknown) => toast.problem("More lines could not be loaded", describeProblem(error)));
    },
    [account, project, head, files, open],
  );
}
