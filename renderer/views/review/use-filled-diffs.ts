import { useContext, useEffect, useState } from "react";
import { AccountContext } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { type DiffFile, modeChange, type OpenDiff } from "../../ui/diff/diff-model.ts";
import { plainText, readText } from "./read-text.ts";

/** What is told of a file whose diff the service left out; absent where there is nothing to tell. */
export type FillState = ReadonlyMap<number, string>;

/** Whether a service left a file's diff out: empty, though neither a pure rename nor a change of mode alone. */
export const isLeftOut = (file: DiffFile): boolean =>
  file.diff === "" &&
  (Boolean(file.too_large) || Boolean(file.collapsed) || (!file.renamed_file && modeChange(file) === null));

/** Compares the two texts of every file whose diff the service left out, one after the other, in the background. */
export function useFilledDiffs(
  project: string,
  commits: { readonly base: string; readonly head: string } | null,
  files: readonly DiffFile[],
  open: OpenDiff | null,
): FillState {
  const account = useContext(AccountContext) ?? "";
  const [state, setState] = useState<FillState>(new Map());
  const base = commits?.base;
  const head = commits?.head;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState(new Map());
    if (!open || !base || !head) return;
    const tell = (file: number, words: string | null) =>
      setState((now) => {
        const next = new Map(now);
        if (words === null) next.delete(file);
        else next.set(file, words);
        return next;
      });
    void (async () => {
      for (const [index, file] of files.entries()) {
        if (!isLeftOut(file) || signal.aborted) continue;
        tell(index, "The service left this diff out; comparing the two files…");
        try {
          const [before, after] = await Promise.all([
            file.new_file
              ? ({ kind: "absent" } as const)
              : readText(account, project, base, file.old_path, signal),
            file.deleted_file
              ? ({ kind: "absent" } as const)
              : readText(account, project, head, file.new_path, signal),
          ]);
          const [old, fresh] = [plainText(before), plainText(after)];
          if (old !== null && fresh !== null) {
            await open.fill(index, old, fresh);
            tell(index, null);
          } else {
            const large = before.kind === "large" || after.kind === "large";
            tell(index, large ? "More than 20 MB: open the file itself." : null);
          }
        } catch (error) {
          if (!signal.aborted) tell(index, describeProblem(error).message);
        }
      }
    })();
    return () => controller.abort();
  }, [account, project, base, head, files, open]);
  return state;
}
