import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createBranch, deleteBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { getOriginal, openLocalRepository } from "../../../../shared/api/resources/local-repositories.ts";
import { commitInWorktree, makeOriginal, terminal } from "./testing/opened-service.ts";
import { branchNames, openedServiceForTests } from "./testing/opened-service-for-tests.ts";

const service = openedServiceForTests();
let template: string;
beforeAll(async () => {
  template = await makeOriginal(service.folder("template"));
}, 60_000);

/** A copy of a repository with two branches and a work tree. */
function copied(name: string): string {
  const folder = service.folder(name);
  cpSync(template, folder, { recursive: true });
  return folder;
}
const commit = (id: number, branch = "main", content = "from Helve\n") =>
  service.call(createCommit, {
    id,
    branch,
    commit_message: "From Helve",
    actions: [{ action: "update", file_path: "src.txt", content }],
    update_worktree: true,
  });
const checkedOut = async (id: number) => (await service.call(getOriginal, { id })).data?.checked_out ?? [];
/** A file of the user, which nothing may change. */
function profile(name: string) {
  const path = service.folder(`profile-${name}`);
  writeFileSync(path, "# the user's\n");
  return { path, content: () => readFileSync(path, "utf8") };
}

it("an index is not written through a link that waits under the name of the next one", async () => {
  const folder = copied("next-index");
  const id = await service.open(folder);
  const user = profile("next-index");
  symlinkSync(user.path, join(folder, ".git", "index.helve"));
  expect((await commit(id)).status).toBe(201);
  expect(user.content()).toBe("# the user's\n");
  expect(await terminal(folder, "status", "--porcelain")).toBe("");
});

describe("a work tree that a repository names", () => {
  const victim = async (name: string) => {
    const folder = copied(`victim-${name}`);
    return { folder, state: () => JSON.stringify(readdirSync(folder, { recursive: true }).sort()) };
  };
  const configure = (folder: string, worktree: string) =>
    terminal(folder, "config", "core.worktree", worktree);

  it("is left alone where it is elsewhere, and moves once the user has agreed by name", async () => {
    const folder = copied("elsewhere");
    const other = service.folder("elsewhere-files");
    mkdirSync(other);
    await configure(folder, other);
    // As its index says: a clean work tree.
    await terminal(folder, "--work-tree", other, "checkout", "-f", "main");
    const id = await service.open(folder);
    expect(await checkedOut(id)).toMatchObject([
      { folder: other, clean: null, obstacle: expect.any(String) },
    ]);
    const refused = await commit(id);
    expect([refused.status, refused.refusal.reason]).toEqual([400, "dirty_worktree"]);
    expect(refused.refusal.message).toContain("agreed to it by name");
    expect(readFileSync(join(other, "src.txt"), "utf8")).toBe("one\ntwo\nthree\n");
    expect((await service.call(openLocalRepository, { path: folder, worktrees: [other] })).status).toBe(201);
    expect((await commit(id)).status).toBe(201);
    expect(readFileSync(join(other, "src.txt"), "utf8")).toBe("from Helve\n");
    // The consent is to this folder, and to no other one.
    const next = service.folder("elsewhere-next");
    cpSync(other, next, { recursive: true });
    await configure(folder, next);
    expect((await commit(id, "main", "again\n")).status).toBe(400);
    expect(readFileSync(join(next, "src.txt"), "utf8")).toBe("from Helve\n");
  });

  it.each([
    ["a git folder", (folder: string) => join(folder, ".git")],
    ["the hooks of a repository", (folder: string) => join(folder, ".git", "hooks")],
    ["the work tree of another repository", (folder: string) => folder],
  ])("is never %s", async (what, target) => {
    const name = what.replaceAll(" ", "-");
    const { folder: other, state } = await victim(name);
    const before = state();
    for (const agreed of [false, true]) {
      const folder = copied(`names-${name}-${agreed}`);
      const worktree = target(other);
      mkdirSync(worktree, { recursive: true });
      await configure(folder, worktree);
      const id = await service.open(folder);
      // The work tree of another repository is what a user may agree to.
      if (agreed && target(other) === other) continue;
      if (agreed) await service.call(openLocalRepository, { path: folder, worktrees: [worktree] });
      expect(await checkedOut(id), what).toMatchObject([{ clean: null }]);
      expect((await commit(id)).status, what).toBe(400);
    }
    expect(state()).toBe(before);
  });

  it("below `worktrees` is left alone where its `.git` does not lead back", async () => {
    const folder = copied("linked");
    await terminal(folder, "worktree", "add", "-q", "-b", "side", service.folder("linked-side"));
    const { folder: other, state } = await victim("linked");
    const before = state();
    const id = await service.open(folder);
    expect((await checkedOut(id)).at(-1)).toMatchObject({ branch: "side", clean: true });
    const gitdir = join(folder, ".git", "worktrees", "linked-side", "gitdir");
    for (const inside of [`${other}/.git`, `${folder}/.git/hooks/.git`, `${folder}/src/.git`]) {
      mkdirSync(dirname(inside), { recursive: true });
      writeFileSync(gitdir, `${inside}\n`);
      expect((await checkedOut(id)).at(-1)).toMatchObject({ branch: "side", clean: null });
      expect((await commit(id, "side")).status).toBe(400);
    }
    expect(state()).toBe(before);
    // Git's own hooks folder, though a file in it leads back.
    const hooks = join(folder, ".git", "hooks");
    cpSync(join(service.folder("linked-side"), ".git"), join(hooks, ".git"));
    writeFileSync(gitdir, `${hooks}/.git\n`);
    expect((await commit(id, "side")).status).toBe(400);
  });

  it("inside the opened folder moves, without any consent", async () => {
    const folder = copied("inside");
    mkdirSync(join(folder, "files"));
    await configure(folder, "../files");
    await terminal(folder, "--work-tree", join(folder, "files"), "checkout", "-f", "main");
    const id = await service.open(folder);
    expect(await checkedOut(id)).toMatchObject([{ clean: true, obstacle: null }]);
    expect((await commit(id)).status).toBe(201);
  });
});

describe("links among refs and logs", () => {
  it.each([
    ["a log", "logs/refs/heads/main", "file"],
    ["the log of a new branch", "logs/refs/heads/made", "file"],
    ["a folder of logs", "logs/refs/heads/topic", "folder"],
    ["all logs of branches", "logs/refs/heads", "folder"],
    ["a folder of refs", "refs/heads/topic", "folder"],
    ["a ref", "refs/heads/planted", "file"],
  ])("are never followed: %s", async (what, name, kind) => {
    const folder = copied(`link-${name.replaceAll("/", "-")}`);
    const id = await service.open(folder);
    const user = profile(name.replaceAll("/", "-"));
    const outside = service.folder(`outside-${name.replaceAll("/", "-")}`);
    mkdirSync(outside);
    const path = join(folder, ".git", name);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    symlinkSync(kind === "file" ? user.path : outside, path);
    const refusals = [
      await commit(id, "main"),
      await service.call(createBranch, { id, branch: "made", ref: "feature" }),
      await service.call(createBranch, { id, branch: "topic/made", ref: "feature" }),
      await service.call(createBranch, { id, branch: "planted", ref: "feature" }),
    ].filter(({ status }) => status >= 400);
    expect(refusals.length, what).toBeGreaterThan(0);
    for (const { refusal } of refusals) expect(refusal.message).toContain(`${path} is a link`);
    expect(user.content()).toBe("# the user's\n");
    expect(readdirSync(outside)).toEqual([]);
  });

  it("leave a ref of another repository unread", async () => {
    const folder = copied("reads-refs");
    const secret = copied("secret-refs");
    await terminal(secret, "branch", "secret");
    const id = await service.open(folder);
    symlinkSync(join(secret, ".git", "refs", "heads"), join(folder, ".git", "refs", "heads", "theirs"));
    const listed = await service.call(listBranches, { id });
    expect([listed.status, listed.refusal.reason]).toEqual([424, "original_unreadable"]);
    rmSync(join(folder, ".git", "refs", "heads", "theirs"));
    expect(await branchNames(service, id)).toEqual(["feature", "main"]);
  });

  it("that git writes as symbolic refs are read, and not written through", async () => {
    const folder = copied("symbolic");
    symlinkSync("refs/heads/main", join(folder, ".git", "refs", "heads", "latest"));
    const id = await service.open(folder);
    // git lists none whose link leads to no file, and reads it by its name.
    expect(await branchNames(service, id)).toEqual(["feature", "main"]);
    const content = await service.call(getRawFile, { id, file_path: "src.txt", ref: "latest" });
    expect(content.body).toBe("one\ntwo\nthree\n");
    expect((await commit(id, "latest")).status).toBeGreaterThanOrEqual(400);
    expect((await service.call(deleteBranch, { id, branch: "latest" })).status).toBeGreaterThanOrEqual(400);
    expect(await terminal(folder, "rev-parse", "latest")).toBe(await terminal(folder, "rev-parse", "main"));
  });
});

describe("objects of other folders", () => {
  const plants: [string, (folder: string, secret: string) => void][] = [
    ["alternates", (folder, secret) => writeFileSync(join(folder, "info", "alternates"), `${secret}\n`)],
    [
      "quoted alternates",
      (folder, secret) => writeFileSync(join(folder, "info", "alternates"), `"${secret}"\n`),
    ],
    [
      "a folder of loose objects",
      (folder, secret) => {
        // Which of the 256 there are depends on the time of the commits.
        const free = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0")).find(
          (name) => !existsSync(join(folder, name)),
        );
        symlinkSync(join(secret, "aa"), join(folder, free ?? ""));
      },
    ],
    ["a pack", (folder, secret) => symlinkSync(join(secret, "p.pack"), join(folder, "pack", "pack-1.pack"))],
    [
      "a loose object",
      (folder, secret) => {
        const fan = readdirSync(folder).find((name) => /^[0-9a-f]{2}$/.test(name)) ?? "";
        symlinkSync(join(secret, "aa", "object"), join(folder, fan, "0".repeat(38)));
      },
    ],
  ];
  it.each(plants)("are not read where they were planted after opening: %s", async (what, plant) => {
    const name = what.replaceAll(" ", "-");
    const folder = copied(`objects-${name}`);
    const secret = service.folder(`objects-secret-${name}`);
    mkdirSync(join(secret, "aa"), { recursive: true });
    for (const file of ["p.pack", "aa/object"]) writeFileSync(join(secret, file), "secret");
    const id = await service.open(folder);
    expect((await service.call(listBranches, { id })).status).toBe(200);
    plant(join(folder, ".git", "objects"), secret);
    const listed = await service.call(listBranches, { id });
    expect([listed.status, listed.refusal.reason]).toEqual([400, "alternates_outside"]);
  });

  it("are not written to, though they may be read", async () => {
    const folder = copied("objects-written");
    const elsewhere = service.folder("objects-elsewhere");
    cpSync(join(folder, ".git", "objects"), elsewhere, { recursive: true });
    rmSync(join(folder, ".git", "objects"), { recursive: true });
    symlinkSync(elsewhere, join(folder, ".git", "objects"));
    const before = readdirSync(elsewhere, { recursive: true }).sort();
    const { data } = await service.call(openLocalRepository, { path: folder, borrow: [elsewhere] });
    expect(await branchNames(service, data.id)).toEqual(["feature", "main"]);
    const refused = await commit(data.id, "feature");
    expect([refused.status, refused.refusal.reason]).toEqual([403, "read_only"]);
    expect(readdirSync(elsewhere, { recursive: true }).sort()).toEqual(before);
  });
});

it("a push is not received through a link, and git of a terminal is told which", async () => {
  const folder = copied("pushed-to");
  await service.open(folder);
  const user = profile("pushed-to");
  const push = (branch: string) =>
    terminal(template, "push", "-q", service.gitUrl("helve/pushed-to"), `feature:refs/heads/${branch}`);
  symlinkSync(user.path, join(folder, ".git", "logs", "refs", "heads", "pushed"));
  await expect(push("pushed")).rejects.toThrow("logs/refs/heads/pushed is a link");
  expect(user.content()).toBe("# the user's\n");
  await push("other");
  const outside = service.folder("pushed-to-fan");
  mkdirSync(outside);
  symlinkSync(outside, join(folder, ".git", "objects", "fd"));
  await expect(push("third")).rejects.toThrow();
  expect(readdirSync(outside)).toEqual([]);
});

describe("a bundle", () => {
  it("is not fetched from where a repository has taken its place", async () => {
    const bundle = service.folder("replaced.bundle");
    await terminal(template, "bundle", "create", "-q", bundle, "--all");
    const id = await service.open(bundle);
    expect(await branchNames(service, id)).toEqual(["feature", "main"]);
    const sprung = service.folder("sprung");
    const repository = copied("replacing");
    await commitInWorktree(repository, "secret.txt", "secret\n");
    await terminal(repository, "branch", "secret");
    await terminal(repository, "config", "uploadpack.packObjectsHook", `touch ${sprung};`);
    for (const plant of [
      () => cpSync(repository, bundle, { recursive: true }),
      () => symlinkSync(repository, bundle),
      () => execFileSync("mkfifo", [bundle]),
      () => writeFileSync(bundle, `gitdir: ${repository}/.git\n`),
    ]) {
      rmSync(bundle, { recursive: true, force: true });
      plant();
      const listed = await service.call(listBranches, { id });
      expect(listed.status).toBe(424);
      expect(JSON.stringify(listed.body)).not.toContain("secret");
    }
    expect(existsSync(sprung)).toBe(false);
    rmSync(bundle, { recursive: true, force: true });
    await terminal(repository, "bundle", "create", "-q", bundle, "secret");
    expect(await branchNames(service, id)).toEqual(["secret"]);
  });
});
