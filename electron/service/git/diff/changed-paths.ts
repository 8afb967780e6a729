import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";

/** Returns the paths that differ between two commits, with both names of a renamed file. */
export async function changedPaths({ folder }: Repository, from: string, to: string): Promise<string[]> {
  const args = ["diff-tree", "-r", "--no-renames", "--name-only", "-z", from, to];
  const text = await gitText(folder, args, { boundedMemory: true });
  return text.split("\0").filter(Boolean);
}
