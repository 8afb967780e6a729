import type { Repository } from "../../git/repository.ts";

/** Returns the number of lines of a file at a commit; 0 where there is no such file. */
export async function countLines(repository: Repository, sha: string, path: string): Promise<number> {
  if (path.includes("\0") || !/^[0-9a-f]{40,64}$/.test(sha)) return 0;
  const blob = await repository.objects.read(`${sha}:${path}`);
  if (blob?.type !== "blob") return 0;
  const lines = blob.content.toString("latin1").split("\n");
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}
