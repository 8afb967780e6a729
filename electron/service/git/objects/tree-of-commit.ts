import type { Repository } from "../repository.ts";
import { MissingObject } from "./missing-object.ts";

/** Returns the hash of the tree of a commit, or of a tree itself. Throws {@link MissingObject}. */
export async function treeOfCommit({ objects }: Repository, commit: string): Promise<string> {
  const found = await objects.check(`${commit}^{tree}`);
  if (!found) throw new MissingObject(commit);
  return found.id;
}
