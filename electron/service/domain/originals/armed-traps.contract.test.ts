import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createBranch, deleteBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import {
  cherryPickCommit,
  createCommit,
  getCommitDiff,
  listCommits,
  revertCommit,
} from "../../../../shared/api/resources/commits.ts";
import { getFile, getRawFile } from "../../../../shared/api/resources/files.ts";
import { getOriginal, openLocalRepository } from "../../../../shared/api/resources/local-repositories.ts";
import { acceptMergeRequest, createMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { compareRefs, getArchive } from "../../../../shared/api/resources/repository.ts";
import { createTag, deleteTag } from "../../../../shared/api/resources/tags.ts";
import { commitInWorktree, makeOriginal, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

const service = openedServiceForTests();
/** Folder into which every triggered trap writes a file of its name. */
let sprung: string;
let original: string;

const hooks = [
  "pre-commit",
  "pre-receive",
  "update",
  "post-receive",
  "post-update",
  "proc-receive",
  "reference-transaction",
  "push-to-checkout",
  "post-checkout",
  "post-merge",
  "post-index-change",
  "post-rewrite",
  "pre-auto-gc",
  "pre-push",
  "fsmonitor-watchman",
];

beforeAll(async () => {
  sprung = service.folder("sprung");
  mkdirSync(sprung);
  original = await makeOriginal(service.folder("trapped"));
  // A second remote of the filters' files, so that attributes apply to what Helve reads, writes and checks out.
  await commitInWorktree(
    original,
    ".gitattributes",
    "*.txt filter=trap diff=trap merge=trap\n*.md diff=trap\n",
  );
  await terminal(original, "branch", "target");
  await arm();
}, 60_000);

async function arm(): Promise<void> {
  const git = join(original, ".git");
  const program = (name: string) => {
    const path = join(service.folder("programs"), name);
    mkdirSync(service.folder("programs"), { recursive: true });
    writeFileSync(path, `#!/bin/sh\ntouch "${join(sprung, name)}"\ncat\n`);
    chmodSync(path, 0o755);
    return path;
  };
  mkdirSync(join(git, "hooks"), { recursive: true });
  for (const name of hooks) {
    writeFileSync(join(git, "hooks", name), `#!/bin/sh\ntouch "${join(sprung, `hook-${name}`)}"\nexit 1\n`);
    chmodSync(join(git, "hooks", name), 0o755);
  }
  const included = service.folder("included.config");
  writeFileSync(
    included,
    `[core]\n\tpager = ${program("included-pager")}\n\tfsmonitor = ${program("included-fsmonitor")}\n`,
  );
  const config = {
    "core.alternateRefsCommand": program("alternate-refs"),
    "core.fsmonitor": program("fsmonitor"),
    "core.sshCommand": program("ssh"),
    "core.gitProxy": program("proxy"),
    "core.pager": program("pager"),
    "core.editor": program("editor"),
    "core.askPass": program("askpass"),
    "credential.helper": program("credential"),
    "filter.trap.clean": program("clean"),
    "filter.trap.smudge": program("smudge"),
    "filter.trap.process": program("process"),
    "filter.trap.required": "true",
    "diff.external": program("external-diff"),
    "diff.trap.command": program("diff-command"),
    "diff.trap.textconv": program("textconv"),
    "merge.trap.driver": `${program("merge-driver")} %O %A %B`,
    "gpg.program": program("gpg"),
    "commit.gpgSign": "true",
    "tag.gpgSign": "true",
    "uploadpack.packObjectsHook": program("pack-objects-hook"),
    "include.path": included,
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
    "remote.origin.url": `ext::${program("remote")}`,
    "remote.origin.uploadpack": program("uploadpack"),
    "protocol.ext.allow": "always",
    "gc.auto": "1",
    "receive.denyCurrentBranch": "updateInstead",
  };
  // Written as a file: git itself would trigger some of the traps.
  const lines = Object.entries(config).map(([name, value]) => {
    const parts = name.split(".");
    const [section = "", key = ""] = [parts[0], parts.at(-1)];
    const sub = parts.slice(1, -1).join(".");
    return `[${section}${sub ? ` "${sub}"` : ""}]\n\t${key} = "${value.replaceAll('"', '\\"')}"\n`;
  });
  writeFileSync(join(git, "config"), readFileSync(join(git, "config"), "utf8") + lines.join(""));
  mkdirSync(join(git, "info"), { recursive: true });
  writeFileSync(join(git, "info", "attributes"), "* filter=trap diff=trap merge=trap\n");
}

it("runs nothing of a repository with every trap armed, whatever is done with it", async () => {
  const id = await service.open(original);
  const done = async (reply: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await reply;
    expect([200, 201, 202, 204], JSON.stringify(body).slice(0, 300)).toContain(status);
  };
  await done(service.call(getOriginal, { id }));
  await done(service.call(listBranches, { id }));
  await done(service.call(listCommits, { id, ref_name: "main", path: "src.txt" }));
  await done(service.call(getFile, { id, file_path: "src.txt", ref: "main" }));
  await done(service.call(getCommitDiff, { id, sha: "feature" }));
  await done(service.call(compareRefs, { id, from: "main", to: "feature" }));
  await done(service.call(getArchive, { id, sha: "main" }));
  await done(service.call(createBranch, { id, branch: "made", ref: "target" }));
  const commit = (branch: string, more: object = {}) =>
    service.call(createCommit, {
      id,
      branch,
      commit_message: "Change",
      actions: [{ action: "update", file_path: "src.txt", content: `${branch}\n` }],
      ...more,
    });
  await done(commit("made"));
  await done(service.call(revertCommit, { id, sha: "made", branch: "made" }));
  await done(service.call(cherryPickCommit, { id, sha: "feature", branch: "made" }));
  await done(service.call(createTag, { id, tag_name: "v1", ref: "made", message: "One" }));
  await done(service.call(deleteTag, { id, tag_name: "v1" }));
  const opened = await service.call(createMergeRequest, {
    id,
    source_branch: "made",
    target_branch: "target",
    title: "Made",
  });
  await done(service.call(acceptMergeRequest, { id, merge_request_iid: opened.data.iid }));
  await done(service.call(deleteBranch, { id, branch: "made" }));
  // The work tree has files that pass through a filter: it is not moved, and nothing runs to find that out.
  const moved = await commit("main", { update_worktree: true });
  expect([400, 201]).toContain(moved.status);
  await terminal(service.root, "clone", "-q", service.gitUrl("helve/trapped"), "trapped-clone");
  const clone = service.folder("trapped-clone");
  await terminal(clone, "checkout", "-q", "-b", "pushed");
  await commitInWorktree(clone, "pushed.txt", "pushed\n");
  await terminal(clone, "push", "-q", "origin", "pushed");
  await service.restart();
  await done(service.call(listBranches, { id }));
  expect(readdirSync(sprung)).toEqual([]);
  // They are armed: the first command of a terminal triggers one.
  await expect(terminal(original, "update-ref", "refs/heads/sprung", "HEAD")).rejects.toThrow();
  expect(readdirSync(sprung)).toContain("hook-reference-transaction");
});

it("requires confirmation before it borrows objects from outside, and names the folder", async () => {
  const secret = await makeOriginal(service.folder("secret"));
  const borrower = await makeOriginal(service.folder("borrower"));
  const folder = join(secret, ".git", "objects");
  const alternates = join(borrower, ".git", "objects", "info", "alternates");
  writeFileSync(alternates, `${folder}\n`);
  const refused = await service.call(openLocalRepository, { path: borrower });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ reason: "alternates_outside", details: { folder } });
  const opened = await service.call(openLocalRepository, { path: borrower, borrow: [folder] });
  expect(opened.status).toBe(201);
  // One that comes later is not read either.
  const other = await makeOriginal(service.folder("other-secret"));
  writeFileSync(alternates, `${folder}\n${join(other, ".git", "objects")}\n`);
  const later = await service.call(listBranches, { id: opened.data.id });
  expect(later.status).toBe(400);
  expect(later.refusal.reason).toBe("alternates_outside");
});

it("requires confirmation before it follows links among the objects", async () => {
  const linked = await makeOriginal(service.folder("linked-objects"));
  const outside = service.folder("outside-pack.pack");
  writeFileSync(outside, "secret");
  symlinkSync(outside, join(linked, ".git", "objects", "pack", "pack-0123.pack"));
  const refused = await service.call(openLocalRepository, { path: linked });
  expect(refused.body).toMatchObject({ reason: "alternates_outside", details: { folder: outside } });
  const heads = await makeOriginal(service.folder("linked-heads"));
  await terminal(heads, "pack-refs", "--all");
  rmSync(join(heads, ".git", "refs", "heads"), { recursive: true });
  symlinkSync(service.root, join(heads, ".git", "refs", "heads"));
  expect((await service.call(openLocalRepository, { path: heads })).status).toBe(424);
});

it("serves no LFS object through a link, and none whose content is another", async () => {
  const repository = await makeOriginal(service.folder("lfs"));
  const content = "what only root may read\n";
  const oid = createHash("sha256").update(content).digest("hex");
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
  await commitInWorktree(repository, "big.bin", pointer);
  const secret = service.folder("secret.txt");
  writeFileSync(secret, content);
  const folder = join(repository, ".git", "lfs", "objects", oid.slice(0, 2), oid.slice(2, 4));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, oid);
  symlinkSync(secret, path);
  const id = await service.open(repository);
  const read = () => service.call(getRawFile, { id, file_path: "big.bin", ref: "main", lfs: true });
  expect((await read()).status).toBe(404);
  rmSync(path);
  writeFileSync(path, "something else");
  expect((await read()).status).toBe(404);
  writeFileSync(path, content);
  expect(await read()).toMatchObject({ status: 200, body: content });
  expect(existsSync(path)).toBe(true);
});
