import type { Repository } from "../repository.ts";
import { git, gitText } from "../run.ts";

/** Writes contents as blobs with one process, many of them as one pack; returns their hashes in the same order. */
export async function writeBlobs(
  { folder }: Repository,
  contents: readonly Uint8Array[],
): Promise<readonly string[]> {
  if (contents.length === 0) return [];
  if (contents.length === 1) {
    return [(await gitText(folder, ["hash-object", "-w", "--stdin"], { input: contents[0] })).trim()];
  }
  const input = Buffer.concat(
    contents.flatMap((content, index) => [
      Buffer.from(`blob\nmark :${index + 1}\ndata ${content.length}\n`),
      content,
      Buffer.from(`\nget-mark :${index + 1}\n`),
    ]),
  );
  const { stdout } = await git(folder, ["fast-import", "--quiet"], { input });
  return stdout.toString().trim().split("\n");
}
