import { type Decode, decoderOf } from "../../../shared/text/encoding/decode-text.ts";
import { blobDecoder, isPlainUtf8 } from "./blobs.ts";
import { Cache } from "./cache.ts";
import { GitError, GitRefusal } from "./git-errors.ts";
import { acrossRepositories } from "./git-folder.ts";
import { historyScope } from "./history-scope.ts";
import { walkHistory } from "./maintenance.ts";
import type { Repository } from "./repository.ts";
import { git } from "./run.ts";

/** Consecutive lines that the same commit changed last. */
interface BlamedLines {
  readonly commit: string;
  readonly lines: readonly string[];
}

/** First and last line, from 1, both included. */
export interface BlamedLineRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes of the longest output: of each line some 60 beside its content. */
const maxBlameBytes = 128 * 1024 * 1024;

/** Cached blames: the history of a commit never changes. Weighed by lines and their characters. */
const blamed = acrossRepositories(
  () =>
    new Cache<readonly BlamedLines[]>(1_500_000, (ranges) =>
      ranges.reduce((sum, { lines }) => lines.reduce((all, line) => all + line.length + 40, sum + 100), 100),
    ),
);

/**
 * Returns the lines of a file at a commit, each with the commit that changed it last, as `git blame` finds them.
 * `signal` ends git. Throws {@link GitRefusal} when `range` begins after the last line.
 */
export async function blame(
  repository: Repository,
  commit: string,
  path: string,
  range: BlamedLineRange | undefined,
  signal: AbortSignal,
): Promise<readonly BlamedLines[]> {
  const lines = range ? [`-L${range.start},${range.end}`] : [];
  const key = [historyScope(repository), commit, path, ...lines].join("\0");
  const known = blamed(repository).get(key);
  if (known) return known;
  const args = ["blame", "--porcelain", "--no-textconv", ...lines, commit, "--", path];
  const { stdout } = await walkHistory(repository, [commit], () =>
    git(repository, args, { signal, maxBytes: maxBlameBytes, boundedMemory: true }),
  ).catch((error: unknown) => {
    if (error instanceof GitError && /has only \d+ lines?/.test(error.stderr))
      throw new GitRefusal("line_range_invalid", error.stderr.trim());
    throw error;
  });
  const decode = isPlainUtf8(stdout)
    ? decoderOf({ encoding: "utf-8", legacy: null })
    : await blobDecoder(repository, `${commit}:${path}`);
  const ranges = group(stdout, decode);
  blamed(repository).set(key, ranges);
  return ranges;
}

/** Parses the output of `git blame --porcelain`: of each line a header that begins with its commit, and after a tab its bytes. */
function group(output: Buffer, decode: Decode): BlamedLines[] {
  const commits: string[] = [];
  const contents: Buffer[] = [];
  let commit = "";
  for (let at = 0; at < output.length; ) {
    const found = output.indexOf(10, at);
    const end = found < 0 ? output.length : found;
    if (output[at] === 9) {
      commits.push(commit);
      contents.push(output.subarray(at + 1, end));
      commit = "";
    } else if (commit === "") {
      commit = output.toString("latin1", at, output.indexOf(32, at));
    }
    at = end + 1;
  }
  const ranges: { readonly commit: string; readonly lines: string[] }[] = [];
  contents.forEach((content, index) => {
    const line = decode(content);
    const id = commits[index] ?? "";
    const last = ranges.at(-1);
    if (last?.commit === id) last.lines.push(line);
    else ranges.push({ commit: id, lines: [line] });
  });
  return ranges;
}
