import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { carryOver, listTreeEntries, readEntry } from "./ls-tree.ts";
import { gitIn, type TestFile, type TestRepository, testRepository } from "./testing/test-repository.ts";

describe("folders", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  const paths = async (commit: string, folder: string, recursive = false) =>
    (await listTreeEntries(repository, commit, folder, recursive))?.map(({ path }) => path);

  it("lists folders, then files, then submodules, each by the bytes of their names", async () => {
    const module = "1".repeat(40);
    const id = await repository.commit({
      files: {
        "z/1": "",
        "a/2": "",
        "a.b/3": "",
        "ö/4": "",
        "B/5": "",
        b: "",
        a0: "",
        𝒳: "",
        "\uffee": "",
        Z: "",
        sub: { mode: "160000", content: module },
        link: { mode: "120000", content: "b" },
        "run.sh": { mode: "100755", content: "" },
      },
    });
    expect(
      (await listTreeEntries(repository, id, "", false))?.map(
        ({ mode, type, path }) => `${mode} ${type} ${path}`,
      ),
    ).toEqual([
      "040000 tree B",
      "040000 tree a",
      "040000 tree a.b",
      "040000 tree z",
      "040000 tree ö",
      "100644 blob Z",
      "100644 blob a0",
      "100644 blob b",
      "120000 blob link",
      "100755 blob run.sh",
      "100644 blob \uffee",
      "100644 blob 𝒳",
      "160000 commit sub",
    ]);
    expect(await readEntry(repository, id, "sub")).toEqual({
      mode: "160000",
      type: "commit",
      id: module,
      path: "sub",
    });
  });

  it("lists below a folder, recursively and level by level", async () => {
    const id = await repository.commit({ files: { "d/x": "", "d/e/y": "", "d/e.f": "", top: "" } });
    expect(await paths(id, "d")).toEqual(["d/e", "d/e.f", "d/x"]);
    expect(await paths(id, "/d/")).toEqual(["d/e", "d/e.f", "d/x"]);
    expect(await paths(id, "d", true)).toEqual(["d/e", "d/e.f", "d/e/y", "d/x"]);
    expect(await paths(id, "", true)).toEqual(["d", "d/e", "d/e.f", "d/e/y", "d/x", "top"]);
    for (const missing of ["top", "nothing", "d/nothing", "..", "../d", "./d", "d\0", "-r"]) {
      expect(await paths(id, missing), missing).toBeUndefined();
    }
  });

  it("finds a file with a name in another encoding under the name in responses", async () => {
    const input =
      'commit refs/heads/main\ncommitter A <a@x.test> 1 +0000\ndata 0\nM 100644 inline "caf\\351/m\\374.txt"\ndata 2\nhi\n';
    await gitIn(repository.folder, ["fast-import", "--quiet"], { input });
    const id = await repository.run("rev-parse", "main");
    const [folder] = (await listTreeEntries(repository, id, "", false)) ?? [];
    expect(folder?.path).toBe("caf\ufffd");
    const [file] = (await listTreeEntries(repository, id, folder?.path ?? "", false)) ?? [];
    expect(file?.path).toBe("caf\ufffd/m\ufffd.txt");
    expect(await readEntry(repository, id, file?.path ?? "")).toEqual(file);
    expect((await repository.objects.read(file?.id ?? ""))?.content.toString()).toBe("hi");
  });

  it("finds one entry by its exact name", async () => {
    const files = { "[a]*": "1", "dir/b": "2", "-r": "3", "li\nne": "4", ":(top)x": "5" };
    const id = await repository.commit({ files });
    for (const path of Object.keys(files)) expect((await readEntry(repository, id, path))?.path).toBe(path);
    for (const path of ["", "*", "dir/", "dir/../dir/b", "b", "a\0"]) {
      expect(await readEntry(repository, id, path), JSON.stringify(path)).toBeNull();
    }
    expect((await readEntry(repository, id, "dir"))?.type).toBe("tree");
  });

  it("lists a folder of 5,000 entries, and an empty tree", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`many/${index}`, `${index}`]),
    );
    const id = await repository.commit({ files });
    const listed = await paths(id, "many");
    expect(listed).toHaveLength(5000);
    expect(listed).toEqual(Object.keys(files).toSorted());
    const nothing = await repository.commit({ files: { many: null } });
    expect(await paths(nothing, "")).toEqual([]);
  });
});

describe("listing changes", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  /** Returns what git lists, folders first, then files, then submodules. */
  async function listedByGit(commit: string): Promise<string[]> {
    const { stdout } = await gitIn(repository.folder, ["ls-tree", "-r", "-t", "-z", commit]);
    const lines = stdout.toString().split("\0").filter(Boolean);
    return ["tree", "blob", "commit"].flatMap((type) => {
      const found = lines
        .filter((line) => line.split(" ")[1] === type)
        .map((line) => line.replace("\t", " "));
      const path = (line: string) => Buffer.from(line.split(" ").slice(3).join(" "));
      return type === "tree" ? found.sort((a, b) => Buffer.compare(path(a), path(b))) : found;
    });
  }

  it("carries a listing from commit to commit as git would list it", async () => {
    const module = (digit: string) => ({ mode: "160000", content: digit.repeat(40) });
    const steps: Readonly<Record<string, TestFile>>[] = [
      { a: "1", "b/c": "1", "b/d/e": "1", "b.x": "1", b0: "1", "ö/😀": "1", sub: module("1") },
      { "b-/new": "2", "b/d/f": "2", "ö/\uffee": "2", a: "2" },
      { b: null, "b/d": null, sub: module("2") },
      { b: "now a file", a: null },
      { b: null, "b/again/deep": "3", "a/b": "3", sub2: module("3"), sub: null },
      { "b/again": { mode: "120000", content: "x" }, "a/b": { mode: "100755", content: "3" } },
    ];
    for (const files of steps) {
      const commit = await repository.commit({ files });
      const listed = await listTreeEntries(repository, commit, "", true);
      expect(listed?.map(({ mode, type, id, path }) => `${mode} ${type} ${id} ${path}`)).toEqual(
        await listedByGit(commit),
      );
    }
  });

  it("is listed again where too much changed, where bytes are not UTF-8, and where the other tree is gone", async () => {
    const first = await repository.commit({ files: { a: "1" } });
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`f${n}`, ""]));
    const second = await repository.commit({ files: many });
    const entries = (await listTreeEntries(repository, first, "", true)) ?? [];
    expect(await carryOver(repository, entries, first, second, "")).toBeNull();
    expect(await carryOver(repository, entries, "f".repeat(40), second, "")).toBeNull();
    const garbled = [{ mode: "100644", type: "blob", id: "1".repeat(40), path: "caf\ufffd" }] as const;
    expect(await carryOver(repository, garbled, first, first, "")).toBeNull();
    expect(await carryOver(repository, entries, first, first, "")).toEqual(entries);
  });
});
