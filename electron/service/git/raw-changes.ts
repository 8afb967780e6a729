import { ifTooLarge } from "./git-errors.ts";
import type { Repository } from "./repository.ts";
import { gitText } from "./run.ts";

/** Change of one path between two trees. */
export interface RawChange {
  /** A added, C copied, D deleted, M modified, R renamed, T another type. */
  readonly status: string;
  /** Six digits, or `0` where there was no file. */
  readonly oldMode: string;
  readonly newMode: string;
  /** Hashes of the contents; zeros where there was no file. */
  readonly oldId: string;
  readonly newId: string;
  readonly oldPath: string;
  readonly newPath: string;
}

/** Parses the output of `git diff-tree --raw -z`: paths that differ, in the order in which git writes their patches. */
export function parseRawChanges(text: string): RawChange[] {
  const parts = text.split("\0");
  const changes: RawChange[] = [];
  for (let at = 0; at < parts.length; ) {
    const match = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(parts[at] ?? "");
    if (!match) {
      at++;
      continue;
    }
    const [, oldMode = "", newMode = "", oldId = "", newId = "", status = ""] = match;
    const oldPath = parts[at + 1] ?? "";
    const two = status === "R" || status === "C";
    const newPath = two ? (parts[at + 2] ?? "") : oldPath;
    changes.push({
      status,
      oldMode: toMode(oldMode),
      newMode: toMode(newMode),
      oldId,
      newId,
      oldPath,
      newPath,
    });
    at += two ? 3 : 2;
  }
  return changes;
}

const toMode = (mode: string): string => (mode === "000000" ? "0" : mode);

const end = Buffer.from([0, 0]);

/** Parses the list of changes at the start of `git diff-tree --raw -p -z`: an empty field ends it. */
export class RawSection {
  #chunks: Buffer[] = [];
  #size = 0;
  #done = false;
  readonly #emit: (text: string) => void;

  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  /** Bytes of the list so far. */
  get size(): number {
    return this.#size;
  }

  /** Returns the rest of a chunk after the list; null where there is none. */
  push(chunk: Buffer): Buffer | null {
    if (this.#done) return chunk;
    // The end may be cut in two.
    const before = this.#chunks.at(-1);
    const cut = before?.at(-1) === 0 && chunk[0] === 0;
    const found = cut ? -1 : chunk.indexOf(end);
    if (!cut && found < 0) {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      return null;
    }
    this.#chunks.push(chunk.subarray(0, Math.max(0, found)));
    this.end();
    return chunk.subarray(found + end.length);
  }

  /** Ends the list, which may have no patches after it. */
  end(): void {
    if (this.#done) return;
    this.#done = true;
    this.#emit(Buffer.concat(this.#chunks.splice(0)).toString());
  }
}

/** Files that a commit touched, against its first parent; a renamed file is removed and added. */
interface ChangedFiles {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly removed: readonly string[];
}

/** Files of each kind that are returned for a commit. */
const maxFiles = 200;

/** Returns the files that commits touched, by their ids; none where there are too many to read. */
export async function changedFiles(
  repository: Repository,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChangedFiles>> {
  if (ids.length === 0) return new Map();
  const args = [
    ...["log", "--no-walk=unsorted", "--root", "--diff-merges=first-parent", "--name-status"],
    ...["--no-renames", "-z", "--format=tformat:%x02%H", "--stdin"],
  ];
  const options = { input: `${ids.join("\n")}\n`, boundedMemory: true };
  const text = await gitText(repository, args, options).catch(ifTooLarge(""));
  return new Map(text.split("\x02").slice(1).map(parseRecord));
}

/** Reads a commit's id, then its files: a letter and a path each, all of them ended by NUL. */
function parseRecord(record: string): [string, ChangedFiles] {
  const [id = "", ...parts] = record.split("\0");
  const files: Record<keyof ChangedFiles, string[]> = { added: [], modified: [], removed: [] };
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [status, path] = [parts[at]?.trim(), parts[at + 1] ?? ""];
    const kind = status === "A" ? "added" : status === "D" ? "removed" : "modified";
    if (path && files[kind].length < maxFiles) files[kind].push(path);
  }
  return [id.trim(), files];
}

/** Returns the paths that differ between two commits, with both names of a renamed file. */
export async function changedPaths(repository: Repository, from: string, to: string): Promise<string[]> {
  const args = ["diff-tree", "-r", "--no-renames", "--name-only", "-z", from, to];
  const text = await gitText(repository, args, { boundedMemory: true });
  return text.split("\0").filter(Boolean);
}
