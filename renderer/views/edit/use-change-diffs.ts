import { useCallback, useEffect, useState } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { readBaseText } from "../../features/pending-edits/edit-bases.ts";
import type { Change, EditScope } from "../../state/edits.ts";

interface ChangeDiffs {
  /** One for each change, in order; null until all are there. */
  readonly files: readonly DiffFile[] | null;
  readonly failure: unknown;
  retry(): void;
}

/** Milliseconds without typing after which the diff is computed again. */
const typingDelayMs = 250;

/** The diff of each pending change against the blob that it started from. */
export function useChangeDiffs(scope: EditScope, changes: readonly Change[]): ChangeDiffs {
  const [state, setState] = useState<Omit<ChangeDiffs, "retry">>({ files: null, failure: null });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is tried again on request
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      Promise.all(changes.map((change) => toDiffFile(scope, change, controller.signal))).then(
        (files) => !controller.signal.aborted && setState({ files, failure: null }),
        (failure) => !controller.signal.aborted && setState({ files: null, failure }),
      );
    }, typingDelayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [scope, changes, attempt]);
  return { ...state, retry };
}

async function toDiffFile(scope: EditScope, change: Change, signal: AbortSignal): Promise<DiffFile> {
  const { origin } = change;
  const moved = origin !== null && !change.deleted && origin.path !== change.path;
  const frame = {
    old_path: origin?.path ?? change.path,
    new_path: change.path,
    new_file: origin === null,
    deleted_file: change.deleted,
    renamed_file: moved,
    a_mode: origin ? modeOf(origin.executable) : undefined,
    b_mode: change.deleted ? undefined : modeOf(change.executable),
  };
  if (change.content?.kind === "bytes") return { ...frame, diff: binary(frame) };
  if (!change.content && !change.deleted) return { ...frame, diff: "" };
  const before = origin ? await readText(scope, change, signal) : "";
  if (before === null) return { ...frame, diff: binary(frame) };
  const after = change.content?.kind === "text" ? change.content.text : "";
  return { ...frame, diff: "", origin: { before, after } };
}

async function readText(scope: EditScope, change: Change, signal: AbortSignal): Promise<string | null> {
  if (!change.origin) return "";
  try {
    return (await readBaseText(scope, change.origin, signal)).text;
  } catch (error) {
    if (toProblem(error).code === "not_found") return "";
    throw error;
  }
}

const binary = ({ old_path, new_path }: { old_path: string; new_path: string }) =>
  `Binary files ${old_path} and ${new_path} differ\n`;

const modeOf = (executable: boolean): string => (executable ? "100755" : "100644");
