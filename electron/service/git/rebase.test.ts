import { afterEach, beforeEach, expect, it } from "vitest";
import { rebaseCommits } from "./rebase.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";

const committer = { name: "Åsa Öberg", email: "asa@example.test" };
let repository: TestRepository;
beforeEach(async () => {
  repository = await testRepository();
  await repository.commit({ files: { a: "1\n2\n3\n", b: "b\n" }, message: "First" });
});
afterEach(() => repository.remove());

const rebase = async (head = "topic", onto = "main") =>
  rebaseCommits(
    repository,
    await repository.run("rev-parse", head),
    await repository.run("rev-parse", onto),
    committer,
  );
const tip = async () => {
  const rebased = await rebase();
  if (rebased.kind !== "rebased") throw new Error(`conflict in ${rebased.paths}`);
  return rebased.tip;
};
const subjects = (range: string) => repository.run("log", "--reverse", "--format=%s", range);

it("puts each commit upon the base, with its author, date, encoding and message byte for byte", async () => {
  await repository.commit({
    branch: "topic",
    from: "main",
    files: { a: "1\nzwei\n3\n" },
    message: "Größe\n\nBody  \n\n",
    encoding: "latin1",
    author: "Öst <ost@example.test>",
    time: 1_600_000_000,
  });
  await repository.commit({ branch: "topic", files: { c: "c\n" }, message: "Add c" });
  await repository.commit({ files: { b: "bee\n" }, message: "Other" });
  const id = await tip();
  expect(await subjects(`main..${id}`)).toBe("Größe\nAdd c");
  expect(await repository.run("rev-parse", `${id}~2`)).toBe(await repository.run("rev-parse", "main"));
  for (const path of ["a", "c"])
    expect(await repository.run("show", `${id}:${path}`)).toBe(await repository.run("show", `topic:${path}`));
  expect(await repository.run("show", `${id}:b`)).toBe("bee");
  const raw = async (rev: string) => (await repository.objects.read(rev))?.content.toString("latin1") ?? "";
  const kept = (text: string) => [/^author .*$/m.exec(text)?.[0], text.slice(text.indexOf("\n\n"))];
  expect(kept(await raw(`${id}~1`))).toEqual(kept(await raw("topic~1")));
  expect(await raw(`${id}~1`)).toContain("encoding ISO-8859-1");
  expect(await repository.run("log", "-1", "--format=%cn <%ce>", id)).toBe("Åsa Öberg <asa@example.test>");
});

it("leaves out merges, what the base has, and what changes nothing any more", async () => {
  await repository.commit({ branch: "topic", from: "main", files: { c: "c\n" }, message: "Add c" });
  await repository.commit({ branch: "topic", files: { a: "1\n2\n3\n4\n" }, message: "Four" });
  await repository.commit({ files: { a: "1\n2\n3\n4\n" }, message: "Four here" });
  await repository.commit({ branch: "topic", merge: "main", files: {}, message: "Merge main" });
  await repository.commit({ branch: "topic", files: { d: "d\n" }, message: "Add d" });
  expect(await subjects(`main..${await tip()}`)).toBe("Add c\nAdd d");
});

it("leaves a branch as it is that is upon the base, and takes the base where nothing is left", async () => {
  await repository.commit({ branch: "topic", from: "main", files: { c: "c\n" }, message: "Add c" });
  expect(await tip()).toBe(await repository.run("rev-parse", "topic"));
  await repository.commit({ merge: "topic", files: { c: "c\n" }, message: "Merge" });
  expect(await tip()).toBe(await repository.run("rev-parse", "main"));
});

it("names the first commit that conflicts and its files, and moves no ref", async () => {
  await repository.commit({ branch: "topic", from: "main", files: { c: "c\n" }, message: "Add c" });
  const own = await repository.commit({ branch: "topic", files: { a: "1\ntwo\n3\n" }, message: "Two" });
  await repository.commit({ files: { a: "1\nzwei\n3\n" }, message: "Zwei" });
  expect(await rebase()).toEqual({ kind: "conflict", commit: own, paths: ["a"] });
  expect(await repository.run("rev-parse", "topic")).toBe(own);
});

it("rebases the same as git, for commits of several branches", async () => {
  for (const [branch, name] of [
    ["topic", "c"],
    ["side", "d"],
  ] as const)
    await repository.commit({ branch, from: "main", files: { [name]: `${name}\n` }, message: `Add ${name}` });
  await repository.commit({ branch: "topic", merge: "side", files: { d: "d\n" }, message: "Merge side" });
  await repository.commit({ branch: "topic", files: { c: null }, message: "Remove c" });
  await repository.commit({ files: { b: "bee\n" }, message: "Other" });
  const id = await tip();
  expect((await subjects(`main..${id}`)).split("\n").toSorted()).toEqual(["Add c", "Add d", "Remove c"]);
  expect(await repository.run("ls-tree", "--name-only", id)).toBe("a\nb\nd");
});
