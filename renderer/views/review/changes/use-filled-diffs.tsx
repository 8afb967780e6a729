import { type ReactNode, useEffect, useRef, useState } from "react";
import { type DiffFile, modeChange } from "../../../../shared/diff/diff-file.ts";
import type { OpenDiff } from "../../../../shared/diff/diff-types.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { readFileBytes } from "../versions/read-text.ts";

/** Notes on files whose diff the service omitted, by file; absent where there is none. */
export type OmittedDiffNotes = ReadonlyMap<number, ReactNode>;

/** Bytes of a side up to which two texts are compared on request, as memory is limited. */
const maxRequestedBytes = 200_000_000;

/** Returns whether a service omitted a file's diff: it is empty, though neither a pure rename nor only a change of mode. */
export const isDiffOmitted = (file: DiffFile): boolean =>
  file.diff === "" &&
  (Boolean(file.too_large) || Boolean(file.collapsed) || (!file.renamed_file && modeChange(file) === null));

/**
 * Compares the two texts of every file whose diff the service omitted, one after the other, in the background; those
 * of more than 20 MB on request.
 */
export function useFilledDiffs(
  project: string,
  commits: { readonly base: string; readonly head: string } | null,
  files: readonly DiffFile[],
  open: OpenDiff | null,
): OmittedDiffNotes {
  const account = useAccountId();
  const [notes, setNotes] = useState<OmittedDiffNotes>(new Map());
  // Files that the user had compared stay so when the diffs are opened anew, with other options for example.
  const requested = useRef(new Set<string>());
  const base = commits?.base;
  const head = commits?.head;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setNotes(new Map());
    if (!open || !base || !head) return;
    const setNote = (file: number, note: ReactNode) => {
      if (signal.aborted) return;
      setNotes((now) => {
        const next = new Map(now);
        if (note === null) next.delete(file);
        else next.set(file, note);
        return next;
      });
    };
    const read = (there: boolean, sha: string, path: string, maxBytes?: number) =>
      there ? readFileBytes(account, project, sha, path, signal, maxBytes) : ({ kind: "absent" } as const);
    const compare = async (index: number, file: DiffFile): Promise<void> => {
      const key = [project, base, head, file.new_path].join("\0");
      const maxBytes = requested.current.has(key) ? maxRequestedBytes : undefined;
      setNote(index, "The service omitted this diff. Comparing both files…");
      try {
        const sides = await Promise.all([
          read(!file.new_file, base, file.old_path, maxBytes),
          read(!file.deleted_file, head, file.new_path, maxBytes),
        ]);
        const large = Math.max(...sides.map((side) => (side.kind === "large" ? side.bytes : 0)));
        if (large > maxRequestedBytes) return setNote(index, `${formatBytes(large)}: open the file itself.`);
        if (large > 0) {
          const onPress = () => {
            requested.current.add(key);
            void compare(index, file);
          };
          return setNote(index, asking(large, onPress));
        }
        const [before, after] = sides.map((side) =>
          side.kind === "bytes" ? side.bytes : side.kind === "absent" ? new Uint8Array() : null,
        );
        if (before && after) await open.fill(index, before, after);
        setNote(index, null);
      } catch (error) {
        setNote(index, describeProblem(error).message);
      }
    };
    void (async () => {
      for (const [index, file] of files.entries())
        if (isDiffOmitted(file) && !signal.aborted) await compare(index, file);
    })();
    return () => controller.abort();
  }, [account, project, base, head, files, open]);
  return notes;
}

const asking = (bytes: number, onPress: () => void): ReactNode => (
  <>
    The service omitted this diff.{" "}
    <Button size="s" onClick={onPress}>
      Compare {formatBytes(bytes)}
    </Button>
  </>
);
