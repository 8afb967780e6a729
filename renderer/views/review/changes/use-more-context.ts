import { useCallback, useRef } from "react";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import type { OpenDiff } from "../../../../shared/diff/diff-types.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { toast } from "../../../ui/toast.tsx";
import { readText, textOrEmpty } from "../versions/read-text.ts";

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
      readText(account, project, head, path)
        .then(async (read) => {
          const text = textOrEmpty(read);
          if (text !== null) await open.expand(file, text, wanted);
        })
        .catch((error: unknown) => toast.problem("More lines could not be loaded", describeProblem(error)));
    },
    [account, project, head, files, open],
  );
}
