import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blobId, filesOfTar } from "./files-of-tar.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-archive-"));
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
const longName = `${"long-".repeat(40)}name.txt`;

beforeAll(() => {
  git("init", "--quiet");
  writeFileSync(join(folder, "a.txt"), "one\n");
  writeFileSync(join(folder, "empty"), "");
  writeFileSync(join(folder, longName), "x".repeat(1_500));
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@example.test", "commit", "--quiet", "-m", "Begin");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes in pieces that end anywhere. */
function streamOf(bytes: Uint8Array, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
      at += size;
    },
  });
}

test.each([1, 7, 512, 100_000])(
  "the files of git's archive are known by their ids, in pieces of %d",
  async (size) => {
    const archive = git("archive", "--format=tar", "HEAD");
    const ids: string[] = [];
    for await (const content of filesOfTar(streamOf(archive, size)))
      ids.push(await blobId(content, "0".repeat(40)));
    const listed = git("ls-tree", "-r", "--format=%(objectname)", "HEAD").toString().trim().split("\n");
    expect(ids.sort()).toEqual(listed.sort());
  },
);

test("a truncated archive is refused", async () => {
  const archive = git("archive", "--format=tar", "HEAD");
  const read = async () => {
    for await (const _ of filesOfTar(streamOf(archive.subarray(0, archive.indexOf("xxxx") + 600), 512)));
  };
  await expect(read()).rejects.toThrow("ended within a file");
});
