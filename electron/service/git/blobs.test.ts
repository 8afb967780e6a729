import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashBlob, streamBlob } from "./blobs.ts";
import { findLfsObject, parseLfsPointer } from "./lfs.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";

describe("blobs", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  const never = new AbortController().signal;

  it("streams 20 MB without buffering them, and hashes them", async () => {
    const large = Buffer.alloc(20_000_000, "0123456789abcde\n");
    await repository.commit({ files: { large, empty: "" } });
    const id = await repository.run("rev-parse", "main:large");
    const blob = { id, size: large.length };
    const hash = createHash("sha256");
    let chunks = 0;
    for await (const chunk of streamBlob(repository, blob, never)) {
      hash.update(chunk);
      chunks++;
    }
    expect(chunks).toBeGreaterThan(10);
    const expected = createHash("sha256").update(large).digest("hex");
    expect(hash.digest("hex")).toBe(expected);
    expect(await hashBlob(repository, id, never)).toBe(expected);
    const empty = await repository.run("rev-parse", "main:empty");
    expect(await new Response(streamBlob(repository, { id: empty, size: 0 }, never)).text()).toBe("");
  });

  it("ends when the reader stops, and with its signal", async () => {
    await repository.commit({ files: { large: Buffer.alloc(5_000_000, "x") } });
    const blob = { id: await repository.run("rev-parse", "main:large"), size: 5_000_000 };
    const reader = streamBlob(repository, blob, never).getReader();
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
    const abort = new AbortController();
    const aborted = streamBlob(repository, blob, abort.signal).getReader();
    await aborted.read();
    abort.abort();
    const rest = async () => {
      while (!(await aborted.read()).done) {
        // Repeats until a read fails.
      }
    };
    await expect(rest()).rejects.toThrow();
    for (const size of [3, 5_000_000]) {
      const missing = streamBlob(repository, { id: "f".repeat(40), size }, never);
      await expect(new Response(missing).text()).rejects.toThrow();
    }
  });

  it("finds the object behind an LFS pointer", async () => {
    const content = "large content";
    const oid = createHash("sha256").update(content).digest("hex");
    const pointer = (of: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${of}\nsize 13\n`;
    await repository.commit({
      files: { here: pointer(oid), gone: pointer("0".repeat(64)), plain: "version 1" },
    });
    const folder = join(repository.folder, "lfs", "objects", oid.slice(0, 2), oid.slice(2, 4));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, oid), content);
    const find = async (path: string) => {
      const blob = await repository.objects.check(`main:${path}`);
      return findLfsObject(repository, { id: blob?.id ?? "", size: blob?.size ?? 0 }, [
        "/nowhere",
        repository.folder,
      ]);
    };
    const here = await find("here");
    expect(here).toMatchObject({ oid, size: content.length });
    if (typeof here === "object") expect(await new Response(here.open(never)).text()).toBe(content);
    expect(await find("gone")).toBe("missing");
    expect(await find("plain")).toBe("plain");
    expect(parseLfsPointer(pointer("../../etc/passwd"))).toBeNull();
  });
});
