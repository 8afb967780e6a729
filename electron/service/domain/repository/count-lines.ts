import { Cache } from "../../git/cache.ts";
import { streamBlob } from "../../git/objects/blobs.ts";
import type { Repository } from "../../git/repository.ts";
import { TooLarge } from "../../git/too-large.ts";

/** Bytes of a file beyond which its lines are not counted: no view shows them. */
const maxCountedBytes = 100 * 1024 * 1024;

/** Lines of blobs, which never change. */
const counted = new Cache<number>(5_000);

/** Returns the number of lines of a file at a commit; 0 where there is no such file. Throws {@link TooLarge}. */
export async function countLines(repository: Repository, sha: string, path: string): Promise<number> {
  if (path.includes("\0") || !/^[0-9a-f]{40,64}$/.test(sha)) return 0;
  const blob = await repository.objects.check(`${sha}:${path}`);
  if (blob?.type !== "blob") return 0;
  const known = counted.get(blob.id);
  if (known !== undefined) return known;
  if (blob.size > maxCountedBytes) throw new TooLarge(path, maxCountedBytes);
  let lines = 0;
  let last = 10;
  for await (const chunk of streamBlob(repository, blob, new AbortController().signal)) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
    last = chunk.at(-1) ?? last;
  }
  const count = last === 10 ? lines : lines + 1;
  counted.set(blob.id, count);
  return count;
}
