import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GitError } from "./git-errors.ts";
import { noObject } from "./refs.ts";
import { gitIn, gitTextIn, type TestRepository, testRepository } from "./testing/test-repository.ts";
import { updateRef } from "./update-ref.ts";

describe("running git", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  it("throws for an unexpected exit code, with what git printed", async () => {
    const failure = await gitIn(repository.folder, ["rev-parse", "--verify", "nothing"]).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(GitError);
    expect(failure).toMatchObject({ code: 128, stderr: expect.stringContaining("fatal") });
    await expect(
      gitTextIn(repository.folder, ["rev-parse", "--verify", "-q", "nothing"], { expect: [1] }),
    ).resolves.toBe("");
  });

  it("ends with its signal", async () => {
    const abort = new AbortController();
    const running = gitIn(repository.folder, ["cat-file", "--batch"], { signal: abort.signal });
    abort.abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
  });

  it("reads no configuration of the user or the system", async () => {
    const text = await gitTextIn(repository.folder, ["config", "--list", "--show-scope"]);
    const scopes = new Set(
      text
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split("\t")[0]),
    );
    expect([...scopes].sort()).toEqual(["command", "local"]);
  });

  it.skipIf(process.platform === "win32")("runs no hook of the repository", async () => {
    const hooks = join(repository.folder, "hooks");
    await mkdir(hooks, { recursive: true });
    await writeFile(join(hooks, "reference-transaction"), "#!/bin/sh\nexit 1\n");
    await chmod(join(hooks, "reference-transaction"), 0o755);
    const id = await repository.commit({ files: { a: "a" } });
    expect(await updateRef(repository, "refs/heads/other", id, noObject)).toBe(true);
  });
});
