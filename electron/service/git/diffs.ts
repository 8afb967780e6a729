import type { Repository } from "./repository.ts";
import { git } from "./run.ts";

/** One file of a diff, with the interface's field names. */
export type GitDiff = {
  readonly diff: string;
  readonly old_path: string;
  readonly new_path: string;
  readonly a_mode: string;
  readonly b_mode: string;
  readonly new_file: boolean;
  readonly renamed_file: boolean;
  readonly deleted_file: boolean;
  readonly too_large: boolean;
};

/** The tree that holds nothing; what a first commit is compared with. */
export const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Bytes above which a file's patch is left out, as `too_large` says. */
const largest = 5_000_000;

/** Changes between two commits or trees, renames found. */
export async function diffTrees({ folder }: Repository, from: string, to: string): Promise<GitDiff[]> {
  const common = ["diff-tree", "-r", "-M", "-l0", "--full-index"];
  const [raw, patch] = await Promise.all([
    git(folder, [...common, "--raw", "-z", from, to]),
    git(folder, [...common, "-p", "--no-color", "--no-ext-diff", "--no-textconv", from, to]),
  ]);
  const chunks = splitPatch(patch.stdout);
  let next = 0;
  return parseRaw(raw.stdout).map((file) => {
    // A change of type is written as a deletion and a creation.
    const count = file.status === "T" ? 2 : 1;
    const parts = chunks.slice(next, next + count);
    next += count;
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    const created = file.status === "A" || file.status === "C";
    return {
      diff: size > largest ? "" : parts.map(bodyOf).join(""),
      old_path: file.oldPath,
      new_path: file.newPath,
      a_mode: file.oldMode === "000000" ? "0" : file.oldMode,
      b_mode: file.newMode === "000000" ? "0" : file.newMode,
      new_file: created,
      renamed_file: file.status === "R",
      deleted_file: file.status === "D",
      too_large: size > largest,
    };
  });
}

interface RawChange {
  readonly status: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldPath: string;
  readonly newPath: string;
}

function parseRaw(output: Buffer): RawChange[] {
  const parts = output.toString().split("\0");
  const changes: RawChange[] = [];
  for (let at = 0; at < parts.length; ) {
    const match = /^:(\d{6}) (\d{6}) [0-9a-f]+ [0-9a-f]+ ([A-Z])\d*$/.exec(parts[at] ?? "");
    if (!match) {
      at++;
      continue;
    }
    const [, oldMode = "", newMode = "", status = ""] = match;
    const oldPath = parts[at + 1] ?? "";
    const two = status === "R" || status === "C";
    const newPath = two ? (parts[at + 2] ?? "") : oldPath;
    changes.push({ status, oldMode, newMode, oldPath, newPath });
    at += two ? 3 : 2;
  }
  return changes;
}

const fileStart = Buffer.from("diff --git ");

/** Lines of content never begin with a `d`, so the headers split a patch without doubt. */
function splitPatch(patch: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = patch.indexOf(fileStart); at >= 0; at = patch.indexOf(fileStart, at + 1)) {
    if (at === 0 || patch[at - 1] === 10) starts.push(at);
  }
  return starts.map((start, index) => patch.subarray(start, starts[index + 1]));
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const latin1 = new TextDecoder("windows-1252");

function bodyOf(chunk: Buffer): string {
  const hunk = chunk.indexOf("\n@@ ");
  if (hunk >= 0) {
    const body = chunk.subarray(hunk + 1);
    try {
      return utf8.decode(body);
    } catch {
      return latin1.decode(body);
    }
  }
  const binary = chunk.indexOf("\nBinary files ");
  return binary >= 0 ? chunk.subarray(binary + 1).toString() : "";
}
