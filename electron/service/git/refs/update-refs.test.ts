import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type TestRepository, testRepository } from "../testing/test-repository.ts";
import { noObject } from "./refs.ts";
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
    expect(await updateRefs(folder, [deletion])).toBe(true);
    expect(await repository.run("for-each-ref", "--format=%(refname)", "refs/heads/topic")).toBe("");
  },
);
