import { type GitFolder, perRepository } from "./git-folder.ts";
import { gitText } from "./run.ts";

/** An entry of a tree. */
export interface GitTreeEntry {
  /** Six digits. */
  readonly mode: string;
  readonly type: "tree" | "blob" | "commit";
  readonly id: string;
  /** From the root of the repository; bytes that are not UTF-8 are U+FFFD. */
  readonly path: string;
}

/**
 * Parses a tree object; `idSize` is the length of a hash in bytes, `prefix` is put before each name. Names that are not
 * UTF-8 stay whole as `latin1`: one character for each byte.
 */
export function parseTreeObject(
  content: Buffer,
  idSize: number,
  prefix: string,
  encoding: "utf8" | "latin1" = "utf8",
): GitTreeEntry[] {
  const entries: GitTreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const end = content.indexOf(0, space);
    if (space < 0 || end < 0) throw new Error("not a tree");
    const mode = shared(content.toString("latin1", at, space).padStart(6, "0"));
    const path = prefix + content.toString(encoding, space + 1, end);
    at = end + 1 + idSize;
    entries.push({ mode, type: typeOf(mode), id: content.toString("hex", end + 1, at), path });
  }
  return entries;
}

/** Returns the content of a tree object with these entries, whose names are `latin1`. */
export const formatTreeObject = (entries: readonly Omit<GitTreeEntry, "type">[]): Buffer =>
  Buffer.concat(
    entries
      .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
      .flatMap(({ mode, path, id }) => [
        Buffer.from(`${mode.replace(/^0/, "")} ${path}\0`, "latin1"),
        Buffer.from(id, "hex"),
      ]),
  );

/** git orders names by their bytes, folders as if a slash followed. */
const sortKey = ({ mode, path }: Omit<GitTreeEntry, "type">): string =>
  mode === "040000" ? `${path}/` : path;

/** Parses a line of `git ls-tree -z`: `mode type hash TAB path`; `prefix` is put before the path. */
export function parseTreeLine(line: string, prefix = ""): GitTreeEntry {
  const tab = line.indexOf("\t");
  const mode = shared(line.slice(0, 6));
  const id = line.slice(line.indexOf(" ", 7) + 1, tab);
  return { mode, type: typeOf(mode), id, path: prefix + line.slice(tab + 1) };
}

const modes = ["100644", "040000", "100755", "120000", "160000"];

/** Returns a mode as a shared string, of which cached listings would otherwise have many copies. */
const shared = (mode: string): string => modes.find((known) => known === mode) ?? mode;

/** Returns the type of an entry by its mode. */
export const typeOf = (mode: string): GitTreeEntry["type"] =>
  mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob";

const emptyTree = perRepository(() => ({ id: null as string | null }));

/** Returns the hash of the empty tree in the repository's hash function; git has it built in. */
export async function emptyTreeOf(repository: GitFolder): Promise<string> {
  const known = emptyTree(repository);
  known.id ??= (await gitText(repository, ["hash-object", "-t", "tree", "--stdin"])).trim();
  return known.id;
}
