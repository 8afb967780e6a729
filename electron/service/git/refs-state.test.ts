import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { forgetRefsState, refsState } from "./refs-state.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";

let repository: TestRepository;
beforeEach(async () => {
  repository = await testRepository();
});
afterEach(() => repository.remove());

/** Makes all files of refs a minute old, so that their times are reliable, and returns the state. */
async function settledState(): Promise<string> {
  const { folder } = repository;
  const old = new Date(Date.now() - 60_000);
  const below = readdirSync(join(folder, "refs"), { recursive: true, encoding: "utf8" });
  const paths = ["refs", ...below.map((name) => join("refs", name)), "packed-refs"];
  for (const path of paths) {
    if (path !== "packed-refs" || readdirSync(folder).includes(path)) {
      utimesSync(join(folder, path), old, old);
    }
  }
  return refsState(repository);
}

it("changes with every ref that git moves, makes, deletes or packs", async () => {
  const first = await repository.commit({ files: { a: "1" } });
  const second = await repository.commit({ files: { a: "2" } });
  const changes = [
    ["update-ref", "refs/heads/main", first],
    ["update-ref", "refs/heads/main", second],
    ["branch", "deep/er/branch", first],
    ["branch", "-f", "deep/er/branch", second],
    ["tag", "v1", first],
    ["pack-refs", "--all", "--prune"],
    ["update-ref", "refs/heads/deep/er/branch", first],
    ["branch", "-D", "deep/er/branch"],
    ["tag", "-d", "v1"],
  ];
  for (const change of changes) {
    const before = await settledState();
    expect(await refsState(repository), "nothing changed").toBe(before);
    await repository.run(...change);
    expect(await refsState(repository), change.join(" ")).not.toBe(before);
  }
});

it("reads every ref again after the watcher's reset", async () => {
  const first = await repository.commit({ files: { a: "1" } });
  const before = await settledState();
  // As a program that overwrites files in place.
  writeFileSync(join(repository.folder, "refs", "heads", "main"), `${first}\n`);
  expect(await refsState(repository)).toBe(before);
  forgetRefsState(repository);
  expect(await refsState(repository)).not.toBe(before);
});
