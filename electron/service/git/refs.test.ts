import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { branchTip, findRef, isRefName, listRefs, noObject, resolveCommit } from "./refs.ts";
import { gitIn, type TestRepository, testRepository } from "./testing/test-repository.ts";
import { updateRef } from "./update-ref.ts";

describe("branches and tags", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  const tag = (name: string, target: string, message: string) =>
    gitIn(repository.folder, ["tag", "-a", "-F", "-", name, target], {
      input: message,
      env: {
        GIT_COMMITTER_NAME: "A",
        GIT_COMMITTER_EMAIL: "a@example.test",
        GIT_COMMITTER_DATE: "1700000000 +0200",
      },
    });

  it("lists branches by name, whatever is in it", async () => {
    const names = ["-dash", "a", "feature/ü#%+", "main", "release-1.0", "v😀"];
    const id = await repository.commit({ files: { a: "a" }, message: "Odd \x01 \x02\nmessage" });
    for (const name of names)
      if (name !== "main") await updateRef(repository, `refs/heads/${name}`, id, noObject);
    const refs = await listRefs(repository, "heads");
    expect(refs.map(({ name }) => name)).toEqual(names);
    expect(new Set(refs.map(({ commit }) => commit))).toEqual(new Set([id]));
    expect((await findRef(repository, "heads", "feature/ü#%+"))?.commit).toBe(id);
    for (const name of ["feature", "feature/", "*", "a b", "..", "\0", ""]) {
      expect(await findRef(repository, "heads", name), name).toBeNull();
    }
  });

  it("distinguishes annotated from lightweight tags, and lists what names no commit", async () => {
    const id = await repository.commit({ files: { a: "a" } });
    await repository.run("tag", "light", id);
    await tag("full", id, "Title\n\nBody \x01 \x02\nwith two lines\n");
    await tag("outer", "full", "Tag of a tag");
    await repository.run("tag", "blob", `${id}:a`);
    const tags = await listRefs(repository, "tags");
    const blob = await repository.run("rev-parse", `${id}:a`);
    expect(tags).toEqual([
      { name: "blob", target: blob, commit: null, message: null, taggedAt: null },
      {
        name: "full",
        target: await repository.run("rev-parse", "full"),
        commit: id,
        message: "Title\n\nBody \x01 \x02\nwith two lines",
        taggedAt: "2023-11-15T00:13:20+02:00",
      },
      { name: "light", target: id, commit: id, message: null, taggedAt: null },
      expect.objectContaining({ name: "outer", commit: id, message: "Tag of a tag" }),
    ]);
  });

  it("detects every change, whoever made it", async () => {
    const id = await repository.commit({ files: { a: "1" } });
    const names = async () => (await listRefs(repository, "heads")).map(({ name }) => name);
    expect(await names()).toEqual(["main"]);
    await repository.run("update-ref", "refs/heads/deep/er/one", id);
    expect(await names()).toEqual(["deep/er/one", "main"]);
    await repository.run("pack-refs", "--all");
    expect(await names()).toEqual(["deep/er/one", "main"]);
    await repository.run("update-ref", "-d", "refs/heads/deep/er/one");
    expect(await names()).toEqual(["main"]);
    const next = await repository.commit({ files: { a: "2" } });
    expect(await listRefs(repository, "heads")).toEqual([expect.objectContaining({ commit: next })]);
  });

  it("sorts tags by creation date", async () => {
    const old = await repository.commit({ files: { a: "1" }, time: 1_600_000_000 });
    const fresh = await repository.commit({ files: { a: "2" }, time: 1_650_000_000 });
    await repository.run("tag", "a-new", fresh);
    await repository.run("tag", "b-old", old);
    await tag("c-tagged-late", old, "Late");
    const names = async (order: string) =>
      (await listRefs(repository, "tags", order)).map(({ name }) => name);
    expect(await names("-creatordate")).toEqual(["c-tagged-late", "a-new", "b-old"]);
    expect(await names("-refname")).toEqual(["c-tagged-late", "b-old", "a-new"]);
  });

  it("resolves branches before tags, and full hashes before both", async () => {
    const first = await repository.commit({ files: { a: "1" } });
    const second = await repository.commit({ files: { a: "2" } });
    await updateRef(repository, "refs/heads/same", first, noObject);
    await updateRef(repository, "refs/tags/same", second, noObject);
    await updateRef(repository, `refs/heads/${first}`, second, noObject);
    expect(await resolveCommit(repository, "same")).toBe(first);
    expect(await resolveCommit(repository, first)).toBe(first);
    expect(await resolveCommit(repository, "main~1")).toBe(first);
    expect(await resolveCommit(repository, "HEAD")).toBe(second);
    for (const rev of [
      "",
      "--help",
      "-x",
      "a b",
      "a\0",
      "main:a",
      "main..same",
      "main^{tree}",
      "@{",
      ":/Change",
      "^main",
    ]) {
      expect(await resolveCommit(repository, rev), JSON.stringify(rev)).toBeNull();
    }
    expect(await branchTip(repository, "main")).toBe(second);
    expect(await branchTip(repository, "../heads/main")).toBeNull();
  });

  it("accepts the names that git accepts, except hashes and options", async () => {
    for (const name of ["a/b", "ü", "x.y", "#1", "a@b", "%2F"])
      expect(await isRefName(repository, name), name).toBe(true);
    for (const name of [
      "",
      "-a",
      "HEAD",
      "a b",
      "a..b",
      "a.lock",
      "/a",
      "a/",
      "a//b",
      ".a",
      "a\0b",
      "a~1",
      "@",
      "b\\c",
      "f".repeat(40),
    ]) {
      expect(await isRefName(repository, name), JSON.stringify(name)).toBe(false);
    }
  });

  it("lets exactly one of many writers update a ref", async () => {
    const start = await repository.commit({ files: { a: "0" } });
    const others = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const tree = await repository.run("rev-parse", `${start}^{tree}`);
        const { stdout } = await gitIn(
          repository.folder,
          ["commit-tree", "-p", start, "-m", `${index}`, tree],
          {
            env: {
              GIT_AUTHOR_NAME: "A",
              GIT_AUTHOR_EMAIL: "a",
              GIT_COMMITTER_NAME: "A",
              GIT_COMMITTER_EMAIL: "a",
            },
          },
        );
        return stdout.toString().trim();
      }),
    );
    const moved = await Promise.all(others.map((id) => updateRef(repository, "refs/heads/main", id, start)));
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await branchTip(repository, "main")).toBe(others[moved.indexOf(true)]);
  });
});
