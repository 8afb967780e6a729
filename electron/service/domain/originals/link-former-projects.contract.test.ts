import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gitIn, gitTextIn, makeCommit } from "../../git/testing/test-repository.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import { insertUser } from "../../store/users/users.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { createProject } from "../projects/write-project.ts";
import { linkFormerProjects } from "./link-former-projects.ts";
import { makeOriginal, terminal } from "./testing/opened-service.ts";

it("links a project of the former layout, retains refs that only Helve has, and does not change the original", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-former-")));
  const store = openTestStore(join(root, "data"));
  try {
    const original = await makeOriginal(join(root, "original"));
    const user = insertUser(store, {
      username: "helve",
      name: "Helve",
      email: "helve@localhost",
      isAdmin: true,
    });
    const project = await createProject(store, {
      name: "original",
      path: "original",
      userId: user.id,
      creatorId: user.id,
      defaultBranch: "main",
      origin: join(original, ".git"),
    });
    // As it was: objects borrowed, branches copied once, and one commit that never reached the original.
    const folder = project.repositoryPath;
    writeFileSync(join(folder, "objects", "info", "alternates"), `${join(original, ".git", "objects")}\n`);
    for (const branch of ["main", "feature"]) {
      await gitIn(folder, [
        "update-ref",
        `refs/heads/${branch}`,
        await terminal(original, "rev-parse", branch),
      ]);
    }
    const kept = await terminal(original, "rev-parse", "feature");
    await gitIn(folder, ["update-ref", `refs/keep-around/${kept}`, kept]);
    await gitIn(folder, ["pack-refs", "--all"]);
    const own = await makeCommit(folder, { files: { "own.txt": "only in Helve\n" }, branch: "feature" });
    const before = await terminal(original, "for-each-ref");
    const config = readFileSync(join(original, ".git", "config"), "utf8");

    await linkFormerProjects(store);

    expect(findOriginal(store, project.id)).toMatchObject({ kind: "worktree", path: original });
    const refs = await gitTextIn(folder, ["for-each-ref", "--format=%(refname) %(objectname)"]);
    expect(refs.trim().split("\n")).toEqual([
      `refs/former/heads/feature ${own}`,
      `refs/heads/feature ${kept}`,
      `refs/heads/main ${await terminal(original, "rev-parse", "main")}`,
      `refs/keep-around/${kept} ${kept}`,
    ]);
    expect(await store.git.open(folder).objects.check(own)).not.toBeNull();
    expect(await terminal(original, "for-each-ref")).toBe(before);
    expect(readFileSync(join(original, ".git", "config"), "utf8")).toBe(config);
    store.git.open(folder).objects.close();
  } finally {
    await store.close();
    rmSync(root, { recursive: true, force: true });
  }
}, 60_000);
