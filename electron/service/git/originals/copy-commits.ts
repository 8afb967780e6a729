import { join } from "node:path";
import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";

/**
 * Copies the commits that `head` has and `without` lacks, with their files, from an original into Helve's own folder.
 * They stay when a `gc` of the original removes them, as long as it has the commit `without`.
 */
export async function copyCommits({ folder }: Repository, head: string, without: string): Promise<void> {
  // Objects that a partial clone lacks on purpose are left out.
  const args = ["pack-objects", "--quiet", "--revs", "--missing=allow-any", "--non-empty"];
  const input = `${head}\n^${without}\n`;
  await gitText(folder, [...args, join(folder, "objects", "pack", "pack")], { input });
}
