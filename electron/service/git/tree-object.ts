/** An entry of a tree. */
export interface GitTreeEntry {
  /** Six digits. */
  readonly mode: string;
  readonly type: "tree" | "blob" | "commit";
  readonly id: string;
  /** From the root of the repository; bytes that are no UTF-8 are U+FFFD. */
  readonly path: string;
}

/** Reads a tree object as git stores it; `idSize` is the length of a hash in bytes, `prefix` goes before each name. */
export function parseTreeObject(content: Buffer, idSize: number, prefix: string): GitTreeEntry[] {
  const entries: GitTreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const end = content.indexOf(0, space);
    if (space < 0 || end < 0) throw new Error("not a tree");
    const mode = content.toString("latin1", at, space).padStart(6, "0");
    const path = prefix + content.toString("utf8", space + 1, end);
    at = end + 1 + idSize;
    entries.push({ mode, type: typeOf(mode), id: content.toString("hex", end + 1, at), path });
  }
  return entries;
}

/** Reads what `git ls-tree -z` prints; `prefix` goes before each path. */
export const parseTreeListing = (output: string, prefix = ""): GitTreeEntry[] =>
  output.split("\0").flatMap((line) => {
    const match = /^(\d{6}) (?:tree|blob|commit) ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
    if (!match) return [];
    const [, mode = "", id = "", name = ""] = match;
    return [{ mode, type: typeOf(mode), id, path: prefix + name }];
  });

/** What an entry of a mode is. */
export const typeOf = (mode: string): GitTreeEntry["type"] =>
  mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob";
