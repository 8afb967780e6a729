import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { noObject } from "./refs.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";
import { updateRefs } from "./update-refs.ts";

let repository: TestRepository;
beforeEach(async () => {
  repository = await testRepository();
});
afterEach(() => repository.remove());

/** Milliseconds for which another git has a lock, as `pack-refs` on a busy machine. */
const lockedMs = 1_500;

it.each(["refs/heads/topic", "packed-refs"])(
  "waits until another git releases its lock of %s",
  async (name) => {
    const { folder } = repository;
    const id = await repository.commit({ files: { a: "1" } });
    await repository.run("branch", "topic", id);
    if (name === "packed-refs") await repository.run("pack-refs", "--all");
    const lock = join(folder, `${name}.lock`);
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, "");
    setTimeout(() => rmSync(lock), lockedMs);
    const deletion = { ref: "refs/heads/topic", before: id, after: noObject };
    expect(await updateRefs(repository, [deletion])).toBe(true);
    expect(await repository.run("for-each-ref", "--format=%(refname)", "refs/heads/topic")).toBe("");
  },
);

it("deletes a ref only from where it was read, and of several all or none", async () => {
  const read = await repository.commit({ files: { a: "1" } });
  const moved = await repository.commit({ files: { a: "2" } });
  await repository.run("branch", "topic", moved);
  await repository.run("branch", "other", read);
  const deletion = (name: string) => ({ ref: `refs/heads/${name}`, before: read, after: noObject });
  const names = () => repository.run("for-each-ref", "--format=%(refname:short)", "refs/heads");
  expect(await updateRefs(repository, [deletion("other"), deletion("topic")])).toBe(false);
  expect(await names()).toBe("main\nother\ntopic");
  expect(await updateRefs(repository, [deletion("other")])).toBe(true);
  expect(await names()).toBe("main\ntopic");
});
