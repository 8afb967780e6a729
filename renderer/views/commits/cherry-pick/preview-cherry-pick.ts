import type { DiffEntry } from "../../../../shared/api/resources/commit-shapes.ts";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { callOperation } from "../../../api/fetch-operation.ts";
import { toProblem } from "../../../api/host.ts";
import { conflictsInWorker } from "../../../workers/diff/diff-engine.ts";
import { decodeInWorker } from "../../../workers/text/text-engine.ts";

/** The outcome of a cherry-pick for one file. */
export interface FileOutcome {
  readonly path: string;
  readonly outcome: "changes" | "merges" | "conflicts" | "nothing" | "binary";
}

/** Files that are compared. */
const maxFiles = 40;
/** Bytes of a file that are compared. */
const maxFileBytes = 2_000_000;

interface CherryPick {
  readonly account: string;
  readonly project: string;
  readonly branch: string;
  /** Commits before and after the change that is applied. */
  readonly from: string;
  readonly to: string;
}

/** Returns for each changed file what applying the change to a branch would do. Changes nothing. */
export function previewCherryPick(
  pick: CherryPick,
  files: readonly DiffEntry[],
  signal: AbortSignal,
): Promise<FileOutcome[]> {
  return Promise.all(
    files.slice(0, maxFiles).map(async (file): Promise<FileOutcome> => {
      const path = file.new_path;
      const [base, theirs, ours] = await Promise.all([
        read(pick, pick.from, file.old_path, signal),
        read(pick, pick.to, file.new_path, signal),
        read(pick, pick.branch, file.old_path, signal),
      ]);
      if (base === "binary" || theirs === "binary" || ours === "binary") return { path, outcome: "binary" };
      if (ours === theirs) return { path, outcome: "nothing" };
      if (ours === base) return { path, outcome: "changes" };
      const conflicts = await conflictsInWorker(base, ours, theirs);
      return { path, outcome: conflicts > 0 ? "conflicts" : "merges" };
    }),
  );
}

/** Returns a file's text, empty where it does not exist. */
async function read(
  { account, project }: CherryPick,
  ref: string,
  path: string,
  signal: AbortSignal,
): Promise<string | "binary"> {
  try {
    const response = await callOperation(
      account,
      getRawFile,
      { id: project, file_path: path, ref },
      { signal },
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > maxFileBytes || bytes.subarray(0, 8_000).includes(0)) return "binary";
    return (await decodeInWorker(bytes, signal)) ?? "binary";
  } catch (error) {
    if (toProblem(error).status === 404) return "";
    throw error;
  }
}
