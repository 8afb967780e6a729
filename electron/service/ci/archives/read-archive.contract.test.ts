import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { expect, it } from "vitest";
import { ZipFile } from "yazl";
import { BadArchive } from "../../../../shared/ci/bad-archive.ts";
import { listArchiveEntries, openArchiveFile } from "./read-archive.ts";

it("finds files anywhere in an index that is longer than what is read at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-archive-"));
  try {
    const archive = join(folder, "artifacts.zip");
    const names = Array.from({ length: 6_000 }, (_, index) => `report/${index}/${"x".repeat(40)}.txt`);
    const zip = new ZipFile();
    for (const name of names) zip.addBuffer(Buffer.from(name), name, { compress: false });
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(archive));
    const entries = await listArchiveEntries(archive);
    expect(entries.map(({ path }) => path)).toEqual(names);
    for (const name of [names[0], names[3_000], names.at(-1)].map(String)) {
      const file = await openArchiveFile(archive, name);
      expect(file && (await text(file.stream))).toBe(name);
    }
    expect(await openArchiveFile(archive, "report/none")).toBeNull();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("reports an archive that is gone as a bad one", async () => {
  await expect(listArchiveEntries(join(tmpdir(), "helve-no-archive.zip"))).rejects.toThrow(BadArchive);
});
