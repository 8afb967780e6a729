import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type CommitAction,
  createCommit,
  getCommitDiff,
  listCommits,
} from "../../../../shared/api/resources/commits.ts";
import { getBlame, getFile, getRawFile } from "../../../../shared/api/resources/files.ts";
import { acceptMergeRequest, createMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { compareRefs, listTree } from "../../../../shared/api/resources/repository.ts";
import { trapKinds, trapNames } from "./testing/foreign-traps.ts";
import { makeOriginal, startInProcess, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";
import { makeTrapTemplate, runTrap } from "./testing/run-traps.ts";

describe("odd original names", () => {
  const service = openedServiceForTests();

  /** Names that programs stumble over, all of them UTF-8. */
  const names = [
    "new\nline.txt",
    "tab\tand\rreturn",
    "\"double\" and 'single'",
    "-rf",
    "--output=x",
    "with: colon",
    ":(glob)magic",
    ":!not",
    "back\\slash\\",
    "trailing space ",
    " leading space",
    "star*[a-z]?{x}",
    "!bang #hash %41 ~tilde ^ & ;$(true)",
    "HEAD",
    "a => b",
    "{old => new}",
    "e\u0301 and \u00e9",
    "\u202eright to left",
    "\ud83d\udc31",
    "x".repeat(255),
    `${"deep/".repeat(40)}file`,
    "-dash/--/file",
    "dot./file",
  ];

  const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const update = (file_path: string): CommitAction => ({
    action: "update",
    file_path,
    content: "of Helve\n",
  });
  const commit = (id: number, actions: CommitAction[], more: object = {}) =>
    service.call(createCommit, {
      id,
      branch: "main",
      commit_message: "From Helve",
      actions,
      update_worktree: true,
      ...more,
    });

  /** Writes files and commits them in a terminal. */
  async function commitAll(
    folder: string,
    paths: readonly (string | Buffer)[],
    content: string,
  ): Promise<void> {
    for (const path of paths) {
      const full = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path)]);
      const slash = full.lastIndexOf("/");
      mkdirSync(full.subarray(0, slash), { recursive: true });
      writeFileSync(full, content);
    }
    await terminal(folder, "add", "-A");
    await terminal(folder, "commit", "-q", "-m", `Write ${content}`);
  }

  it("reads and writes files whatever they are called, and moves their work tree", async () => {
    const folder = await makeOriginal(service.folder('-odd "names",\nall: \\of them; $(touch x) '));
    await commitAll(folder, names, "of git\n");
    const id = await service.open(folder);
    const listed: string[] = [];
    for (let page = 1; page < 5; page++) {
      const tree = await service.call(listTree, { id, recursive: true, per_page: 50, page });
      listed.push(...tree.data.filter(({ type }) => type === "blob").map(({ path }) => path));
    }
    expect(listed.toSorted(byText)).toEqual([...names, "README.md", "src.txt"].toSorted(byText));
    const before = await terminal(folder, "rev-parse", "HEAD");
    for (const file_path of names) {
      const at = { id, file_path, ref: "main" };
      expect((await service.call(getFile, at)).body, file_path).toMatchObject({ file_path });
      expect((await service.call(getRawFile, at)).body, file_path).toBe("of git\n");
      expect((await service.call(getBlame, at)).data, file_path).toMatchObject([{ lines: ["of git"] }]);
      const log = await service.call(listCommits, { id, path: file_path });
      expect(
        log.data.map((one) => one.id),
        file_path,
      ).toEqual([before]);
    }

    const made = await commit(id, names.map(update));
    expect(made.status).toBe(201);
    expect(await terminal(folder, "status", "--porcelain", "--ignored")).toBe("");
    for (const name of names) expect(readFileSync(join(folder, name), "utf8"), name).toBe("of Helve\n");
    const changed: string[] = [];
    for (const page of [1, 2]) {
      const diff = await service.call(getCommitDiff, { id, sha: made.data.id, per_page: 20, page });
      for (const file of diff.data) {
        expect(file, file.new_path).toMatchObject({
          old_path: file.new_path,
          diff: "@@ -1 +1 @@\n-of git\n+of Helve\n",
        });
        changed.push(file.new_path);
      }
    }
    expect(changed.toSorted(byText)).toEqual(names.toSorted(byText));
    const compared = await service.call(compareRefs, { id, from: before, to: "main" });
    expect(compared.data.diffs).toHaveLength(names.length);

    // Moved away and back again, and removed.
    const moves = names.map(
      (name, index): CommitAction => ({ action: "move", previous_path: name, file_path: `moved/${index}` }),
    );
    expect((await commit(id, moves)).status).toBe(201);
    expect(await terminal(folder, "status", "--porcelain", "--ignored")).toBe("");
    const back = names.map(
      (name, index): CommitAction => ({ action: "move", previous_path: `moved/${index}`, file_path: name }),
    );
    expect((await commit(id, back)).status).toBe(201);
    expect(await terminal(folder, "diff", "--stat", made.data.id)).toBe("");
    const gone = names.map((file_path): CommitAction => ({ action: "delete", file_path }));
    expect((await commit(id, gone)).status).toBe(201);
    for (const name of names) expect(existsSync(join(folder, name)), name).toBe(false);
    expect(await terminal(folder, "status", "--porcelain", "--ignored")).toBe("");
    await terminal(folder, "fsck", "--full", "--strict");
  });

  it("names the changed files of a work tree, whatever their names", async () => {
    const folder = await makeOriginal(service.folder("odd-dirt"));
    const files = names.filter((name) => !name.includes("\n"));
    await commitAll(folder, files, "of git\n");
    const id = await service.open(folder);
    // In parts: a refusal lists a limited number of names.
    const parts = [files.slice(0, 11), files.slice(11)];
    const named = async (reply: ReturnType<typeof commit>) => {
      const { body, refusal } = await reply;
      expect(refusal.reason).toBe("dirty_worktree");
      return z
        .object({ details: z.object({ files: z.string() }) })
        .parse(body)
        .details.files.split("\n")
        .toSorted(byText);
    };
    for (const part of parts) {
      for (const name of part) writeFileSync(join(folder, name), "mine\n");
      expect(await named(commit(id, [update("src.txt")]))).toEqual(part.toSorted(byText));
      for (const name of part) writeFileSync(join(folder, name), "of git\n");
    }
    await terminal(folder, "rm", "-q", "-r", "--", ...files.map((name) => `:(literal)${name}`));
    await terminal(folder, "commit", "-q", "-m", "Without");
    for (const part of parts) {
      for (const name of part) {
        mkdirSync(join(folder, name, ".."), { recursive: true });
        writeFileSync(join(folder, name), "mine\n");
      }
      const creates = part.map(
        (file_path): CommitAction => ({ action: "create", file_path, content: "of Helve\n" }),
      );
      expect(await named(commit(id, creates))).toEqual(part.toSorted(byText));
      for (const name of part) expect(readFileSync(join(folder, name), "utf8"), name).toBe("mine\n");
    }
  });

  it("reads names whose bytes are not UTF-8, and moves a work tree with them", async () => {
    const folder = await makeOriginal(service.folder("odd-bytes"));
    const latin = Buffer.from("gr\xfc\xdfe/caf\xe9.txt", "latin1");
    const onDisk = Buffer.concat([Buffer.from(`${folder}/`), latin]);
    await terminal(folder, "checkout", "-q", "-b", "bytes");
    await commitAll(folder, [latin, "beside.txt"], "of git\n");
    await commitAll(folder, [latin], "changed\n");
    await terminal(folder, "checkout", "-q", "main");
    expect(existsSync(onDisk)).toBe(false);
    const id = await service.open(folder);
    const shown = "gr\ufffd\ufffde/caf\ufffd.txt";
    const tree = await service.call(listTree, { id, ref: "bytes", recursive: true });
    expect(tree.data.map(({ path }) => path)).toContain(shown);
    const at = { id, file_path: shown, ref: "bytes" };
    expect((await service.call(getRawFile, at)).body).toBe("changed\n");
    const [change] = (await service.call(getCommitDiff, { id, sha: "bytes" })).data;
    expect(change).toMatchObject({ new_path: shown, diff: "@@ -1 +1 @@\n-of git\n+changed\n" });

    // Its name cannot be sent, so that no other file is written in its place.
    const refused = await commit(id, [update(shown)], { branch: "bytes", update_worktree: false });
    expect(refused.status).toBe(400);
    expect(refused.refusal.message).toContain("UTF-8");

    // A file of the user's own under that name is in the way of a merge, ignored or not.
    const branches = { source_branch: "bytes", target_branch: "main" };
    const { iid } = (await service.call(createMergeRequest, { id, ...branches, title: "Bytes" })).data;
    const merge = () =>
      service.call(acceptMergeRequest, { id, merge_request_iid: iid, update_worktree: true });
    await terminal(folder, "config", "core.excludesFile", service.folder("ignored"));
    writeFileSync(join(folder, ".git", "info", "exclude"), "*.txt\n");
    mkdirSync(onDisk.subarray(0, onDisk.lastIndexOf("/")));
    writeFileSync(onDisk, "mine\n");
    expect((await merge()).body).toMatchObject({ reason: "dirty_worktree" });
    expect(readFileSync(onDisk, "utf8")).toBe("mine\n");
    await terminal(folder, "clean", "-q", "-x", "-f", "-d");
    expect((await merge()).body).toMatchObject({ state: "merged" });
    expect(readFileSync(onDisk, "utf8")).toBe("changed\n");
    expect(await terminal(folder, "status", "--porcelain")).toBe("");

    writeFileSync(onDisk, "mine\n");
    expect((await commit(id, [update("src.txt")])).body).toMatchObject({
      reason: "dirty_worktree",
      details: { files: shown },
    });
    writeFileSync(onDisk, "changed\n");
    expect((await commit(id, [update("src.txt")])).status).toBe(201);
    expect(await terminal(folder, "status", "--porcelain")).toBe("");
    await terminal(folder, "fsck", "--full");
  });
});

describe("planted names", () => {
  const service = openedServiceForTests(startInProcess);

  /** Traps at once, each in a repository of its own. */
  const parallel = 4;
  /** Operations of each trap; `npm run soak -- folders` does them all with every kind of trap. */
  const operations = ["commit", "create branch in folder"];
  /** Locks are alike: those of one branch and of the index are tried. */
  const names = trapNames.filter((name) => !/(?<!heads\/main|index)\.lock$/.test(name));

  it("whatever has the name of a file of git, nothing outside changes, and every operation ends", async () => {
    const template = await makeTrapTemplate(service);
    const queue = names.entries();
    const broken: unknown[] = [];
    const tried = new Set<string>();
    const work = async () => {
      for (const [index, name] of queue) {
        // One kind for each name, so that all kinds are tried many times.
        const kind = trapKinds[index % trapKinds.length] ?? "pipe";
        const only = name.includes("worktrees/") ? [...operations, "commit to side"] : operations;
        const results = await runTrap(service, template, name, kind, String(index), only);
        broken.push(...results.filter((result) => result.broken !== null));
        tried.add(kind);
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    expect(broken).toEqual([]);
    expect(tried.size).toBe(trapKinds.length);
  }, 600_000);
});
