import { blame, type LineRange } from "../../git/history/blame.ts";
import { type GitCommit, readCommits } from "../../git/history/commits.ts";
import { badParameter, httpError } from "../../http/http-error.ts";
import type { LocatedFile } from "./locate-file.ts";

/** Bytes of a file above which its lines are not blamed. */
const maxBlamedBytes = 10 * 1024 * 1024;

/** Lines of a file that the same commit changed last. */
export interface BlamedRange {
  readonly commit: GitCommit;
  readonly lines: readonly string[];
}

/** Returns which commit changed each line of a file last. `signal` ends git. Throws 400 for a wrong range or file name, and 413. */
export async function blameFile(
  { repository, commit, entry, size }: LocatedFile,
  range: LineRange | undefined,
  signal: AbortSignal,
): Promise<BlamedRange[]> {
  if (range && range.start > range.end) throw badParameter("range[start] is after range[end]");
  if (size > maxBlamedBytes) throw httpError(413, "The file is too large to be blamed");
  if (entry.path.includes("\ufffd")) throw httpError(400, "The bytes of the file's name are not UTF-8");
  const ranges = await blame(repository, commit, entry.path, range, signal);
  const ids = [...new Set(ranges.map((lines) => lines.commit))];
  const commits = await readCommits(repository, ids, { signal });
  const byId = new Map(commits.map((found) => [found.id, found]));
  return ranges.flatMap(({ commit: id, lines }) => {
    const found = byId.get(id);
    return found ? [{ commit: found, lines }] : [];
  });
}
