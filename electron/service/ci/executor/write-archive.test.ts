import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eachArchiveFile, listArchiveEntries } from "../archive.ts";
import { type ArchiveSource, writeArchive, zip } from "./write-archive.ts";

let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-archive-"));
  target = join(folder, "out.zip");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mtime = new Date("2026-03-01T10:20:31Z");
const source = (path: string, content: Buffer): ArchiveSource => ({
  path,
  mode: 0o100644,
  mtime,
  size: content.length,
  open: () => Readable.from([content]),
});

it("archives files with their names, modes, times and contents", async () => {
  const files: Readonly<Record<string, Buffer>> = {
    empty: Buffer.alloc(0),
    "bin/run": Buffer.from("#!/bin/sh\n"),
    "ünï/日本 \u202e.txt": Buffer.from("name"),
    __proto__: Buffer.from("proto"),
    large: Buffer.alloc(3_000_001, "abcdefg"),
  };
  const paths = Object.keys(files);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
    utimesSync(join(folder, path), mtime, mtime);
  }
  chmodSync(join(folder, "bin/run"), 0o755);
  await writeArchive(folder, paths, target);
  const entries = await listArchiveEntries(target);
  expect(entries.map(({ path, size, modifiedAt }) => [path, size, modifiedAt])).toEqual(
    paths.map((path) => [path, files[path]?.length, mtime]),
  );
  const modes = new Map(entries.map(({ path, mode }) => [path, mode & 0o777]));
  expect([modes.get("bin/run"), modes.get("empty")]).toEqual([0o755, 0o644]);
  const read = new Map<string, Buffer>();
  await eachArchiveFile(target, async ({ path, stream }) => {
    read.set(path, await buffer(stream));
  });
  expect(read.size).toBe(paths.length);
  for (const path of paths)
    expect([path, files[path]?.equals(read.get(path) ?? Buffer.of(1))]).toEqual([path, true]);
});

it("archives more files than the index of the first format counts", async () => {
  const count = 0x10000;
  const sources = Array.from({ length: count }, (_, number) => source(`f${number}`, Buffer.of()));
  await writeFile(target, zip(sources));
  const entries = await listArchiveEntries(target);
  expect([entries.length, entries[0]?.path, entries.at(-1)?.path]).toEqual([count, "f0", `f${count - 1}`]);
}, 120_000);

it("separates the parts of a name by / where its file has a backslash", async () => {
  await writeFile(target, zip([source("a\\b", Buffer.of())]));
  expect((await listArchiveEntries(target)).map(({ path }) => path)).toEqual(["a/b"]);
});

it.each([
  ["a file that grew", { ...source("a", Buffer.from("ab")), size: 1 }, "a changed while it was archived"],
  [
    "a name that leads out of the folder",
    source("a\\..\\..\\b", Buffer.of()),
    "cannot be the name of a file",
  ],
  ["the name of a drive", source("c:a", Buffer.of()), "cannot be the name of a file"],
  [
    "a file that cannot be read",
    {
      ...source("a", Buffer.of()),
      open: () =>
        new Readable({
          read() {
            this.destroy(new Error("gone"));
          },
        }),
    },
    "gone",
  ],
])("refuses %s", async (_, bad, message) => {
  await expect(writeFile(target, zip([bad]))).rejects.toThrow(message);
});
