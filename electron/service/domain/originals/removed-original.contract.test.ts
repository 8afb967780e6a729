import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import {
  getOriginal,
  listLocalRepositories,
  openLocalRepository,
  pollOriginals,
  removeLocalRepository,
} from "../../../../shared/api/resources/local-repositories.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
  listProjectMergeRequests,
} from "../../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { commitInWorktree, makeOriginal, terminal } from "./testing/opened-service.ts";
import { branchNames, commitFromHelve, openedServiceForTests } from "./testing/opened-service-for-tests.ts";

describe("removed original", () => {
  const service = openedServiceForTests();

  describe("an original that is removed", () => {
    it("is missing while its folder is gone, is reported, and works again when it is back", async () => {
      const original = await makeOriginal(service.folder("volume"));
      const id = await service.open(original);
      const { cursor } = (await service.call(pollOriginals, {})).data;
      renameSync(original, `${original}-away`);
      const gone = await service.call(listBranches, { id });
      expect(gone).toMatchObject({ status: 424, body: { reason: "original_missing" } });
      expect(gone.refusal.message).toContain(original);
      expect((await service.call(getProject, { id })).status).toBe(200);
      expect((await service.call(listProjectMergeRequests, { id })).status).toBe(200);
      expect((await service.call(getOriginal, { id })).body).toMatchObject({ state: "missing" });
      expect((await commitFromHelve(service, id, "feature")).status).toBe(424);
      const polled = await service.call(pollOriginals, { cursor });
      expect(polled.data.changes.at(-1)).toMatchObject({ project_id: id, state: "missing" });
      renameSync(`${original}-away`, original);
      expect(await branchNames(service, id)).toEqual(["feature", "main"]);
      expect((await commitFromHelve(service, id, "feature")).status).toBe(201);
    });

    it.each(["worktree", "bare", "bundle"])(
      "is missing where a volume is not mounted: a %s",
      async (kind) => {
        const volume = service.folder(`mount-${kind}`);
        const source = await makeOriginal(kind === "worktree" ? volume : service.folder(`source-${kind}`));
        if (kind === "bare") await terminal(service.root, "clone", "-q", "--bare", source, volume);
        if (kind === "bundle") {
          mkdirSync(volume);
          await terminal(source, "bundle", "create", "-q", join(volume, "all.bundle"), "--all");
        }
        const path = kind === "bundle" ? join(volume, "all.bundle") : volume;
        const id = await service.open(path);
        const branches = { source_branch: "feature", target_branch: "main" };
        const made = await service.call(createMergeRequest, { id, ...branches, title: "Kept" });
        expect(made.status).toBe(201);
        for (let time = 0; time < 2; time++) {
          // An unmounted volume leaves an empty folder.
          renameSync(volume, `${volume}-away`);
          mkdirSync(volume);
          const gone = await service.call(listBranches, { id });
          expect(gone).toMatchObject({ status: 424, body: { reason: "original_missing" } });
          const says = kind === "bundle" ? `${path} is not there` : `${path} has no repository now`;
          expect(gone.refusal.message).toContain(says);
          expect(gone.refusal.message).toContain("volume");
          const listed = (await service.call(listLocalRepositories, {})).data;
          expect(listed.find(({ project_id }) => project_id === id)).toMatchObject({ state: "missing" });
          expect((await service.call(getMergeRequest, { id, merge_request_iid: made.data.iid })).status).toBe(
            200,
          );
          expect(readdirSync(volume)).toEqual([]);
          if (time === 1) await service.restart();
          rmSync(volume, { recursive: true });
          renameSync(`${volume}-away`, volume);
          expect(await branchNames(service, id)).toEqual(["feature", "main"]);
          expect(
            (await service.call(getMergeRequest, { id, merge_request_iid: made.data.iid })).data,
          ).toMatchObject({
            state: "opened",
          });
        }
      },
    );

    it("does not block where a file of the repository is a pipe", async () => {
      const pipe = service.folder("pipe");
      execFileSync("mkfifo", [pipe]);
      const open = async (path: string) => (await service.call(openLocalRepository, { path })).refusal;
      expect((await open(pipe)).reason).toBe("not_a_repository");
      for (const file of [
        "HEAD",
        "config",
        "packed-refs",
        "shallow",
        "index",
        "objects/info/alternates",
        "commondir",
      ]) {
        const original = await makeOriginal(service.folder(`pipe-${basename(file)}`));
        const path = join(original, ".git", file);
        rmSync(path, { force: true });
        execFileSync("mkfifo", [path]);
        expect(await open(original), file).toMatchObject({
          reason: "original_unreadable",
          message: `${path} is not a plain file, and Helve opens nothing else there.`,
        });
      }
      const original = await makeOriginal(service.folder("pipe-small"));
      for (const file of ["BISECT_START", "BISECT_LOG"])
        execFileSync("mkfifo", [join(original, ".git", file)]);
      const id = await service.open(original);
      expect((await service.call(getOriginal, { id })).data?.checked_out).toMatchObject([
        { branch: "main", obstacle: "is in the middle of a bisection" },
      ]);
    });

    it("detects another repository at its path, and accepts a copy of the same one", async () => {
      const original = await makeOriginal(service.folder("replaced"));
      const id = await service.open(original);
      await service.call(listBranches, { id });
      cpSync(original, `${original}-copy`, { recursive: true });
      rmSync(original, { recursive: true });
      renameSync(`${original}-copy`, original);
      expect(await branchNames(service, id)).toEqual(["feature", "main"]);
      rmSync(original, { recursive: true });
      mkdirSync(original);
      await terminal(original, "init", "-q", "-b", "main");
      await commitInWorktree(original, "else.txt", "something else\n");
      expect(await service.call(listBranches, { id })).toMatchObject({
        status: 424,
        body: { reason: "original_replaced" },
      });
    });

    it("shows merge requests whose commits a rewritten history removed, and continues", async () => {
      const original = await makeOriginal(service.folder("taken-away"));
      const id = await service.open(original);
      const branches = { source_branch: "feature", target_branch: "main" };
      const opened = await service.call(createMergeRequest, { id, ...branches, title: "Feature" });
      const mergeRequest = { id, merge_request_iid: opened.data.iid };
      await terminal(original, "branch", "-D", "feature");
      // Like `git filter-repo`, it also rewrites the refs that pin versions.
      const rewrite = ["filter-branch", "-f", "--msg-filter", "sed s/^/rewritten:/", "--", "--all"];
      await terminal(original, ...rewrite);
      const refs = await terminal(original, "for-each-ref", "--format=%(refname)", "refs/original");
      for (const ref of refs.split("\n")) await terminal(original, "update-ref", "-d", ref);
      await terminal(original, "reflog", "expire", "--expire=now", "--all");
      await terminal(original, "gc", "-q", "--prune=now");
      await service.restart();
      expect((await service.call(getOriginal, { id })).body).toMatchObject({ state: "ready" });
      await terminal(await service.gitFolder(id), "-c", "core.commitGraph=false", "fsck", "--full");
      expect(await service.call(getMergeRequest, mergeRequest)).toMatchObject({
        status: 200,
        body: { state: "opened", merge_status: "cannot_be_merged" },
      });
      const gone = { status: 424, body: { reason: "missing_object" } };
      const [version] = (await service.call(listMergeRequestVersions, mergeRequest)).data;
      const shown = await service.call(getMergeRequestVersion, {
        ...mergeRequest,
        version_id: version?.id ?? 0,
      });
      expect(shown).toMatchObject(gone);
      expect(shown.refusal.message).toContain("history was rewritten");
      expect(await service.call(acceptMergeRequest, mergeRequest)).toMatchObject(gone);
      // A branch at the tip of its target would count as merged.
      await terminal(original, "checkout", "-q", "--detach");
      await commitInWorktree(original, "again.txt", "again\n");
      await terminal(original, "branch", "feature");
      await terminal(original, "checkout", "-q", "main");
      const versions = async () => (await service.call(listMergeRequestVersions, mergeRequest)).data;
      await expect.poll(async () => (await versions()).length, { timeout: 30_000 }).toBe(2);
      const merged = await service.call(acceptMergeRequest, { ...mergeRequest, update_worktree: true });
      expect(merged.body).toMatchObject({ state: "merged" });
      expect(await terminal(original, "status", "--porcelain")).toBe("");
      await terminal(original, "-c", "core.commitGraph=false", "fsck", "--full");
    });

    it("names the repository of a linked worktree that is away", async () => {
      const original = await makeOriginal(service.folder("of-worktree"));
      const side = service.folder("its-worktree");
      await terminal(original, "worktree", "add", "-q", "-b", "side", side);
      const id = await service.open(side);
      renameSync(original, `${original}-away`);
      const gone = await service.call(listBranches, { id });
      expect(gone).toMatchObject({ status: 424, body: { reason: "original_missing" } });
      expect(gone.refusal.message).toContain(
        `The repository of ${side} (${join(original, ".git")}) is not there`,
      );
      renameSync(`${original}-away`, original);
      expect(await branchNames(service, id)).toEqual(["feature", "main", "side"]);
    });

    it("reports files that git cannot read, and works again once they are repaired", async () => {
      const original = await makeOriginal(service.folder("broken"));
      const id = await service.open(original);
      for (const [file, says] of [
        ["packed-refs", "unexpected line"],
        ["shallow", "bad shallow line"],
      ] as const) {
        const path = join(original, ".git", file);
        writeFileSync(path, "garbage\n");
        const broken = await service.call(listCommits, { id, ref_name: "main" });
        expect(broken, file).toMatchObject({ status: 424, body: { reason: "original_unreadable" } });
        expect(broken.refusal.message).toContain(says);
        rmSync(path);
        expect(await branchNames(service, id)).toEqual(["feature", "main"]);
      }
      // A format that changes what its files mean, as a newer git may make it.
      const later = await makeOriginal(service.folder("later-format"));
      await terminal(later, "config", "core.repositoryFormatVersion", "1");
      await terminal(later, "config", "extensions.fromTheFuture", "yes");
      const refused = await service.call(openLocalRepository, { path: later });
      expect(refused).toMatchObject({ status: 424, body: { reason: "original_unreadable" } });
      expect(refused.refusal.message).toContain("extension fromthefuture");
    });

    it("survives gc, repack -ad, prune and a rewritten history", async () => {
      const original = await makeOriginal(service.folder("rewritten"));
      const id = await service.open(original);
      expect((await commitFromHelve(service, id, "feature")).status).toBe(201);
      await terminal(original, "repack", "-adq");
      await terminal(original, "prune", "--expire=now");
      expect((await service.call(listCommits, { id, ref_name: "feature" })).body).toHaveLength(4);
      const log = (await service.call(listCommits, { id, ref_name: "feature" })).data;
      await terminal(
        original,
        "filter-branch",
        "-f",
        "--msg-filter",
        "sed s/^/rewritten:/",
        "--",
        "--branches",
      );
      for (const ref of (
        await terminal(original, "for-each-ref", "--format=%(refname)", "refs/original")
      ).split("\n")) {
        await terminal(original, "update-ref", "-d", ref);
      }
      await terminal(original, "reflog", "expire", "--expire=now", "--all");
      await terminal(original, "gc", "-q", "--prune=now");
      const after = (await service.call(listCommits, { id, ref_name: "feature" })).data;
      expect(after.map(({ title }: { title: string }) => title)).toEqual(
        log.map(({ title }: { title: string }) => `rewritten:${title}`),
      );
      expect((await commitFromHelve(service, id, "feature")).status).toBe(400);
      const other = await service.call(createBranch, { id, branch: "other", ref: "feature" });
      expect(other.status).toBe(201);
      await terminal(original, "fsck", "--full");
    });
  });
});

describe("local repository list", () => {
  const service = openedServiceForTests();

  /** Every file and folder below a path with its mode, size, inode and time of the last change. */
  const filesOf = (path: string) =>
    readdirSync(path, { recursive: true, encoding: "utf8" })
      .toSorted()
      .map((name) => {
        const { mode, size, ino, mtimeMs } = lstatSync(join(path, name));
        return `${name} ${mode} ${size} ${ino} ${mtimeMs}`;
      });

  describe("the list of opened repositories", () => {
    it("takes one off without a trace on disk, and has all of it back when it is opened again", async () => {
      const original = await makeOriginal(service.folder("listed"));
      const id = await service.open(original);
      await service.call(createMergeRequest, {
        id,
        source_branch: "feature",
        target_branch: "main",
        title: "Kept",
      });
      const before = [await terminal(original, "for-each-ref"), filesOf(original)];
      const listed = await service.call(listLocalRepositories, {});
      expect(listed.data[0]).toMatchObject({
        project_id: id,
        path: original,
        kind: "worktree",
        state: "ready",
      });
      expect((await service.call(removeLocalRepository, { id })).status).toBe(204);
      expect((await service.call(getProject, { id })).status).toBe(404);
      expect([await terminal(original, "for-each-ref"), filesOf(original)]).toEqual(before);
      expect(await service.open(original)).toBe(id);
      expect(filesOf(original)).toEqual(before[1]);
      expect((await service.call(listProjectMergeRequests, { id })).body).toHaveLength(1);
      expect((await service.call(getOriginal, { id })).data?.kept_refs).toBe(2);
      expect((await service.call(removeLocalRepository, { id, forget: true })).status).toBe(204);
      expect(await terminal(original, "for-each-ref", "refs/helve")).toBe("");
      expect(await service.open(original)).not.toBe(id);
      writeFileSync(service.folder("done"), "");
    });
  });
});
