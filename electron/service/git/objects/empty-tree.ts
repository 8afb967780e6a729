import { gitText } from "../run.ts";

const known = new Map<string, string>();

/** Hash of the tree that holds nothing, in the repository's own hash function; git knows it without writing it. */
export async function emptyTreeOf(folder: string): Promise<string> {
  const found = known.get(folder) ?? (await gitText(folder, ["hash-object", "-t", "tree", "--stdin"])).trim();
  known.set(folder, found);
  return found;
}
