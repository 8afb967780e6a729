import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { diffTrees, largestPatch, PatchSplitter } from "./diff-tree.ts";
import { type TestFile, type TestRepository, testRepository } from "./testing/test-repository.ts";
import { emptyTreeOf } from "./tree-object.ts";

describe("diffs", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  type Files = Readonly<Record<string, TestFile>>;
  const diff = async (before: Files, after: Files) => {
    const from = await repository.commit({ files: before });
    const to = await repository.commit({ files: after });
    const files = await (await diffTrees(repository, from, to)).slice(0, 1000);
    return files.map(({ oldId: _old, newId: _new, generated: _generated, ...file }) => file);
  };
  const plain = { status: "M", oldMode: "100644", newMode: "100644", leftOut: null };

  it("shows what was added, changed and deleted", async () => {
    expect(await diff({ a: "1\n2\n", gone: "x\n" }, { a: "1\n3\n", gone: null, "new 😀": "y\n" })).toEqual([
      { ...plain, oldPath: "a", newPath: "a", patch: "@@ -1,2 +1,2 @@\n 1\n-2\n+3\n" },
      {
        ...plain,
        oldPath: "gone",
        newPath: "gone",
        newMode: "0",
        status: "D",
        patch: "@@ -1 +0,0 @@\n-x\n",
      },
      {
        ...plain,
        oldPath: "new 😀",
        newPath: "new 😀",
        oldMode: "0",
        status: "A",
        patch: "@@ -0,0 +1 @@\n+y\n",
      },
    ]);
  });

  it("finds renames, with and without a change", async () => {
    const text = Array.from({ length: 50 }, (_, index) => `line ${index}\n`).join("");
    const found = await diff(
      { old: text, "dir/moved": `${text}!\n` },
      {
        old: null,
        fresh: text.replace("line 7\n", "line seven\n"),
        "dir/moved": null,
        "d2/moved": `${text}!\n`,
      },
    );
    expect(found.map(({ oldPath, newPath, status }) => [oldPath, newPath, status])).toEqual([
      ["dir/moved", "d2/moved", "R"],
      ["old", "fresh", "R"],
    ]);
    expect(found.map(({ patch }) => patch)).toEqual(["", expect.stringContaining("-line 7\n+line seven\n")]);
  });

  it("has no patch for modes and empty files, and one line for binaries", async () => {
    const found = await diff(
      { mode: "m\n", bin: Buffer.from([0, 1, 2, 3]) },
      { mode: { mode: "100755", content: "m\n" }, bin: Buffer.from([0, 9, 9]), empty: "" },
    );
    expect(found.map(({ newPath, oldMode, newMode, patch }) => [newPath, oldMode, newMode, patch])).toEqual([
      ["bin", "100644", "100644", "Binary files a/bin and b/bin differ\n"],
      ["empty", "0", "100644", ""],
      ["mode", "100644", "100755", ""],
    ]);
  });

  it("keeps line ends as they are, and marks a missing last one", async () => {
    const [file] = await diff({ a: "1\r\n2\r\n" }, { a: "1\r\n3" });
    expect(file?.patch).toBe("@@ -1,2 +1,2 @@\n 1\r\n-2\r\n+3\n\\ No newline at end of file\n");
  });

  it("reads Latin-1 and UTF-8 content, file by file", async () => {
    const latin = Buffer.from("Grüße\n", "latin1");
    const found = await diff({ latin: "", utf: "" }, { latin, utf: "Grüße 😀\n" });
    expect(found.map(({ patch }) => patch.split("\n")[1])).toEqual(["+Grüße", "+Grüße 😀"]);
  });

  it("follows a change of type and of a submodule", async () => {
    const found = await diff(
      { thing: "text\n", sub: { mode: "160000", content: "1".repeat(40) }, z: "z\n" },
      { thing: { mode: "120000", content: "z" }, sub: { mode: "160000", content: "2".repeat(40) }, z: "y\n" },
    );
    expect(found.map(({ newPath, oldMode, newMode }) => [newPath, oldMode, newMode])).toEqual([
      ["sub", "160000", "160000"],
      ["thing", "100644", "120000"],
      ["z", "100644", "100644"],
    ]);
    expect(found[0]?.patch).toContain(
      `-Subproject commit ${"1".repeat(40)}\n+Subproject commit ${"2".repeat(40)}`,
    );
    expect(found[1]?.patch).toBe("@@ -1 +0,0 @@\n-text\n@@ -0,0 +1 @@\n+z\n\\ No newline at end of file\n");
    expect(found[2]?.patch).toBe("@@ -1 +1 @@\n-z\n+y\n");
  });

  it("is not misled by content that looks like a diff", async () => {
    const text = "diff --git a/x b/x\n@@ -1 +1 @@\nBinary files a and b differ\n--- a\n+++ b\n";
    const found = await diff({ a: "" }, { a: text, b: text });
    expect(found.map(({ newPath }) => newPath)).toEqual(["a", "b"]);
    for (const { patch } of found)
      expect(patch.split("\n").filter((line) => line.startsWith("+"))).toHaveLength(5);
  });

  it("leaves out a patch that is too large, and pages through the rest", async () => {
    const large = "0123456789\n".repeat(largestPatch / 10);
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`f${index + 10}`, `${index}\n`]),
    );
    const from = await repository.commit({ files: { start: "" } });
    const to = await repository.commit({ files: { ...files, f15: large } });
    const all = await diffTrees(repository, from, to);
    expect(all.total).toBe(30);
    const pages = await Promise.all([
      all.slice(20, 40),
      all.slice(0, 10),
      all.slice(10, 20),
      all.slice(40, 50),
    ]);
    expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 0]);
    expect(pages[1]?.[5]).toMatchObject({ newPath: "f15", patch: "", leftOut: "too_large" });
    expect(pages[0]?.[9]).toMatchObject({ newPath: "f39", patch: "@@ -0,0 +1 @@\n+29\n" });
    expect(await diffTrees(repository, from, to)).toBe(all);
  });

  it("compares with nothing and with itself", async () => {
    const id = await repository.commit({ files: { a: "1\n" } });
    const first = await diffTrees(repository, await emptyTreeOf(repository), id);
    expect((await first.slice(0, 10)).map(({ status, patch }) => [status, patch])).toEqual([
      ["A", "@@ -0,0 +1 @@\n+1\n"],
    ]);
    const same = await diffTrees(repository, id, id);
    expect([same.total, await same.slice(0, 10)]).toEqual([0, []]);
  });

  it("fails where git does", async () => {
    await expect(diffTrees(repository, await emptyTreeOf(repository), "f".repeat(40))).rejects.toThrow(
      "diff-tree",
    );
  });
});

it("splits a patch at the same bytes however it arrives", () => {
  const file = fc.array(fc.constantFrom("+a", "-diff --git ", " d", "@@ -1 +1 @@", "\\ No newline", ""), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      fc.array(file, { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      (files, sizes) => {
        const texts = files.map((lines, index) =>
          ["diff --git a/x b/x", `index ${index}`, ...lines, ""].join("\n"),
        );
        const patch = Buffer.from(texts.join(""));
        const seen: string[] = [];
        const splitter = new PatchSplitter(1_000_000, ({ content, size }) => {
          expect(content.length).toBe(size);
          seen.push(content.toString());
        });
        for (let at = 0, turn = 0; at < patch.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          splitter.push(patch.subarray(at, at + size));
          at += size;
        }
        splitter.end();
        expect(seen).toEqual(texts);
      },
    ),
  );
});
