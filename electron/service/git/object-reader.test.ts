import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ObjectReader, openCatFiles } from "./object-reader.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";

describe("reading objects", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  it("serves many requests at once, each with its own reply", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`f${index}`, `content ${index}\n\n`.repeat(index)]),
    );
    const id = await repository.commit({ files });
    const read = await Promise.all(
      Object.keys(files).map(async (path) => {
        const [info, object] = await Promise.all([
          repository.objects.check(`${id}:${path}`),
          repository.objects.read(`${id}:${path}`),
        ]);
        expect(object?.size).toBe(info?.size);
        return [path, object?.content.toString()];
      }),
    );
    expect(Object.fromEntries(read)).toEqual(files);
  });

  it("follows packed refs that change within a second, in size and place as before", async () => {
    const first = await repository.commit({ files: { a: "1" } });
    const second = await repository.commit({ files: { a: "2" } });
    await repository.run("pack-refs", "--all", "--prune");
    const file = join(repository.folder, "packed-refs");
    const text = readFileSync(file, "utf8");
    expect(text).toContain(second);
    const wholeSecond = Math.floor(Date.now() / 1000) - 10;
    const write = (id: string, fraction: number) => {
      writeFileSync(file, text.replaceAll(second, id));
      utimesSync(file, wholeSecond, wholeSecond + fraction);
    };
    // The times of the files' nodes are all of one second only now and then, so that one round would not do.
    for (let round = 0; round < 5; round++) {
      for (const [id, fraction] of [
        [first, 0.1],
        [second, 0.6],
      ] as const) {
        write(id, fraction);
        expect((await repository.objects.check("refs/heads/main"))?.id).toBe(id);
      }
    }
  });

  it("returns null for what is missing or cannot be requested", async () => {
    const id = await repository.commit({ files: { a: "a" } });
    for (const name of [
      "",
      "nothing",
      `${id}:b`,
      `${id}:a\0b`,
      "0".repeat(40),
      "--help",
      `${id}:../a`,
      `${id}:./a`,
      "@{upstream}",
      "main@{u}",
      "main@{1}",
      `${id}:`.slice(0, 3),
    ]) {
      expect(await repository.objects.read(name), JSON.stringify(name)).toBeNull();
    }
    expect((await repository.objects.read(`${id}:a`))?.content.toString()).toBe("a");
  });

  it("reads paths with spaces, quotes and line breaks", async () => {
    const files = {
      "two\nlines": "1",
      'quo"te\\': "2",
      " lead and trail ": "3",
      "-x": "4",
      "ünï😀": "5",
      ":./=/;": "6",
    };
    const id = await repository.commit({ files });
    for (const [path, content] of Object.entries(files)) {
      expect((await repository.objects.read(`${id}:${path}`))?.content.toString()).toBe(content);
    }
  });

  it("reads a large object beside small ones, and aborts on demand", async () => {
    const large = Buffer.alloc(6_000_000, "0123456789abcdef\n");
    const id = await repository.commit({ files: { large, small: "s", empty: "" } });
    const [one, two, three] = await Promise.all(
      ["large", "small", "empty"].map((path) => repository.objects.read(`${id}:${path}`)),
    );
    expect(one?.content.equals(large)).toBe(true);
    expect([two?.content.toString(), three?.content.toString()]).toEqual(["s", ""]);
    const abort = new AbortController();
    abort.abort();
    await expect(repository.objects.read(`${id}:large`, abort.signal)).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("limits the open processes, and continues after they were closed", async () => {
    const id = await repository.commit({ files: { a: "a" } });
    const readers = Array.from({ length: 40 }, () => new ObjectReader(repository));
    for (let round = 0; round < 2; round++) {
      for (const reader of readers) expect((await reader.check(id))?.type).toBe("commit");
      expect(openCatFiles(repository).size).toBeLessThanOrEqual(24);
    }
    for (const reader of readers) reader.close();
    expect((await readers[0]?.read(`${id}:a`))?.content.toString()).toBe("a");
    readers[0]?.close();
  });

  it("continues when one request ends git during others", async () => {
    const id = await repository.commit({ files: { a: "a" } });
    const names = Array.from({ length: 50 }, (_, index) =>
      index === 25 ? `x`.repeat(5_000_000) : `${id}:a`,
    );
    const found = await Promise.allSettled(names.map((name) => repository.objects.check(name)));
    expect(found.filter(({ status }, index) => index !== 25 && status !== "fulfilled")).toEqual([]);
    expect((await repository.objects.check(id))?.type).toBe("commit");
  });

  it("sees what was written after it was opened", async () => {
    const first = await repository.commit({ files: { a: "1" } });
    expect((await repository.objects.check("refs/heads/main"))?.id).toBe(first);
    const second = await repository.commit({ files: { a: "2" } });
    await repository.run("repack", "-adq");
    expect((await repository.objects.check("refs/heads/main"))?.id).toBe(second);
  });
});
