import { gitText } from "../run.ts";

const known = new Map<string, string>();

/** Returns the hash of the empty tree in the repository's hash function; git has it built in. */
export async function emptyTreeOf(folder: string): Promise<string> {
  const found = known.get(folder) ?? (await gitText(folder, ["hash-object", "-t", "tree", "--stdin"])).trim();
  known.set(folder, found);
  return found;
}
