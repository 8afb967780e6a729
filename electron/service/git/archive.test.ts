import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { archiveFormats } from "../../../shared/api/resources/repository.ts";
import { type ArchiveFormat, archive, archiveType, canArchive } from "./archive.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";

const never = new AbortController().signal;
const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer());

/** Names in a tar, read from its headers; extended headers are left out. */
function namesIn(tar: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const text = (start: number, length: number) =>
      tar
        .subarray(at + start, at + start + length)
        .toString()
        .replace(/\0.*$/s, "");
    const size = Number.parseInt(text(124, 12), 8);
    if (!["g", "x"].includes(text(156, 1))) names.push(text(0, 100));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return names;
}

describe("archives", () => {
  let repository: TestRepository;
  let commit: string;
  beforeEach(async () => {
    repository = await testRepository();
    commit = await repository.commit({
      files: { "a.txt": "a\r\n", "dir/b": "b", "dir/[c]": "c", link: { mode: "120000", content: "a.txt" } },
    });
  });
  afterEach(() => repository.remove());

  const make = (format: ArchiveFormat, path?: string) =>
    bytesOf(archive(repository, commit, format, "name-1.0", path, never));
  const everything = [
    "name-1.0/",
    "name-1.0/a.txt",
    "name-1.0/dir/",
    "name-1.0/dir/[c]",
    "name-1.0/dir/b",
    "name-1.0/link",
  ];

  it.each(archiveFormats)("packs everything as %s", async (format) => {
    if (!(await canArchive(repository, format))) return;
    const packed = await make(format);
    if (format === "zip") {
      expect(packed.subarray(0, 2).toString()).toBe("PK");
      for (const name of everything) expect(packed.includes(name)).toBe(true);
      return;
    }
    const unpack = { "application/gzip": "gzip", "application/x-bzip2": "bzip2", "application/x-tar": null }[
      archiveType(format)
    ];
    expect(unpack).not.toBeUndefined();
    const tar = unpack ? execFileSync(unpack, ["-dc"], { input: packed, maxBuffer: 1e8 }) : packed;
    expect(namesIn(tar)).toEqual(everything);
    expect(tar.includes("a\r\n")).toBe(true);
  });

  it("packs one folder, and what is named literally", async () => {
    expect(namesIn(await make("tar", "dir"))).toEqual([
      "name-1.0/",
      "name-1.0/dir/",
      "name-1.0/dir/[c]",
      "name-1.0/dir/b",
    ]);
  });

  it("aborts where git fails or the reader stops", async () => {
    for (const format of ["tar", "tar.gz", "tar.bz2", "zip"] as const) {
      if (!(await canArchive(repository, format))) continue;
      const broken = archive(repository, "f".repeat(40), format, "x", undefined, never);
      await expect(bytesOf(broken), format).rejects.toThrow();
      await archive(repository, commit, format, "x", undefined, never).cancel();
    }
    const abort = new AbortController();
    const aborted = bytesOf(archive(repository, commit, "tar", "x", undefined, abort.signal));
    abort.abort();
    await expect(aborted).rejects.toThrow();
  });
});
