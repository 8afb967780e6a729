import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import { createCommitStatus } from "../../../shared/api/resources/commits.ts";
import { createDiscussion, resolveDiscussion } from "../../../shared/api/resources/discussions.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
  resolveMergeConflicts,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import { getProject, updateProject } from "../../../shared/api/resources/projects.ts";
import { rounds } from "../../../shared/testing/rounds.ts";
import { followBranches } from "../domain/merge-request-versions/follow-branches.ts";
import type { Project } from "../store/projects/projects.ts";
import { branchWithChange } from "./testing/branch-with-change.ts";
import { addPipeline } from "./testing/ci-records.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

describe("merge request merges", () => {
  const service = serviceForTests();
  const branch = branchWithChange(service);
  const { of, open, sha, git, versions, events } = branch;
  let project: Project;
  beforeEach(() => {
    project = branch.project;
  });

  it("has a version of its own against another target, though its head stays", async () => {
    await git("branch", "lower", "main");
    await open();
    const retargeted = await service.operate(updateMergeRequest, { ...of(), target_branch: "lower" });
    expect(retargeted.status).toBe(200);
    const [newest, before] = await versions();
    expect(newest?.head_commit_sha).toBe(before?.head_commit_sha);
    expect(newest?.start_commit_sha).toBe(await sha("lower"));
    await service.operate(updateMergeRequest, { ...of(), target_branch: "lower", title: "Renamed" });
    expect(await versions()).toHaveLength(2);
  });

  it("merges with two parents, and records who and when", async () => {
    await open();
    const [before, head] = [await sha("main"), await sha("topic")];
    const wrong = await service.operate(acceptMergeRequest, { ...of(), sha: before });
    expect([wrong.status, wrong.body]).toEqual([
      409,
      { message: `SHA does not match HEAD of source branch: ${head}` },
    ]);
    expect((await service.operate(acceptMergeRequest, of(), { as: "reporter" })).status).toBe(401);
    const merged = await service.operate(acceptMergeRequest, {
      ...of(),
      sha: head,
      should_remove_source_branch: true,
    });
    expect(merged.body).toMatchObject({
      state: "merged",
      merged_by: { username: "developer" },
      merge_commit_sha: await sha("main"),
    });
    expect(await git("rev-list", "--parents", "-1", "main")).toBe(`${await sha("main")} ${before} ${head}`);
    expect(await git("log", "-1", "--format=%B", "main")).toContain("Merge branch 'topic' into 'main'");
    expect(await git("for-each-ref", "refs/heads/topic")).toBe("");
    expect((await service.operate(acceptMergeRequest, of())).status).toBe(405);
    expect(await events()).toContain("merged");
    // Its versions stay readable without the branch.
    expect(await versions()).toHaveLength(1);
  });

  it("squashes into one commit of the author, which is merged, or put on top where merges are fast-forwards", async () => {
    const messages = { squash_commit_message: "Squashed\n", merge_commit_message: "Merged\n" };
    const topic = async (text: string) => {
      await service.commit(project, { branch: "topic", files: { b: "bee\n" }, message: "Bee" });
      await service.commit(project, { branch: "topic", files: { c: text }, message: "Sea" });
      return sha("topic");
    };
    await topic("sea\n");
    await service.commit(project, { files: { d: "later\n" } });
    await open();
    const [before, base] = [await sha("main"), await git("merge-base", "main", "topic")];
    await service.operate(acceptMergeRequest, { ...of(), squash: true, ...messages });
    const squashed = await sha("main^2");
    expect(await git("rev-list", "--parents", "-1", "main")).toBe(
      `${await sha("main")} ${before} ${squashed}`,
    );
    expect(await git("rev-list", "--parents", "-1", squashed)).toBe(`${squashed} ${base}`);
    expect(await git("log", "-1", "--format=%B", "main")).toBe("Merged\n");
    expect(await git("log", "-1", "--format=%B", squashed)).toBe("Squashed\n");
    expect([await git("show", "main:c"), await git("show", "main:d")]).toEqual(["sea", "later"]);
    expect(await git("ls-tree", "--name-only", squashed)).not.toContain("d");

    await service.operate(updateProject, { id: project.id, merge_method: "ff" }, { as: "maintainer" });
    await git("branch", "-f", "topic", "main");
    await topic("seas\n");
    const tip = await sha("main");
    await open();
    await service.operate(acceptMergeRequest, { ...of(2), squash: true, ...messages });
    expect(await git("rev-list", "--parents", "-1", "main")).toBe(`${await sha("main")} ${tip}`);
    expect(await git("log", "-1", "--format=%B", "main")).toBe("Squashed\n");
  });

  it("reports conflicts, and refuses to merge drafts, closed ones and conflicting ones", async () => {
    await open({ title: "Draft: Two" });
    expect((await service.operate(acceptMergeRequest, of())).status).toBe(405);
    await service.operate(updateMergeRequest, { ...of(), title: "Two" });
    await service.commit(project, { files: { a: "1\nzwei\n3\n" } });
    expect((await service.operate(getMergeRequest, of())).body).toMatchObject({
      merge_status: "cannot_be_merged",
      has_conflicts: true,
    });
    const refused = await service.operate(acceptMergeRequest, of());
    expect([refused.status, refused.body]).toEqual([406, { message: "Branch cannot be merged" }]);
    await service.operate(updateMergeRequest, { ...of(), state_event: "close" });
    expect((await service.operate(acceptMergeRequest, of())).status).toBe(405);
    await service.operate(updateMergeRequest, { ...of(), state_event: "reopen" });
    expect((await events()).slice(-2)).toEqual(["closed", "reopened"]);
  });

  describe("a project's requirements", () => {
    const needs = (settings: Partial<InputOf<typeof updateProject>>) =>
      service.operate(updateProject, { id: project.id, ...settings }, { as: "maintainer" });
    const detailed = async () =>
      (await service.operate(getMergeRequest, of())).body as { detailed_merge_status: string };
    const expectRefused = async (reason: string) => {
      expect(await detailed()).toMatchObject({
        merge_status: "can_be_merged",
        detailed_merge_status: reason,
      });
      const { status, body } = await service.operate(acceptMergeRequest, of());
      expect([status, body]).toEqual([405, { message: "405 Method Not Allowed" }]);
    };
    const expectMerged = async () => {
      expect(await detailed()).toMatchObject({ detailed_merge_status: "mergeable" });
      expect((await service.operate(acceptMergeRequest, of())).body).toMatchObject({ state: "merged" });
    };

    it("let only maintainers change them, one by one", async () => {
      const input = { id: project.id, only_allow_merge_if_pipeline_succeeds: true };
      expect((await service.operate(updateProject, input)).status).toBe(403);
      await needs({ only_allow_merge_if_pipeline_succeeds: true });
      const { body } = await needs({ allow_merge_on_skipped_pipeline: true });
      expect(body).toMatchObject({
        only_allow_merge_if_pipeline_succeeds: true,
        allow_merge_on_skipped_pipeline: true,
        only_allow_merge_if_all_discussions_are_resolved: false,
      });
      expect((await service.operate(getProject, { id: project.id })).body).toMatchObject({
        only_allow_merge_if_pipeline_succeeds: true,
      });
    });

    it.each([
      ["no pipeline", null, "ci_must_pass"],
      ["a failed pipeline", "failed", "ci_must_pass"],
      ["a pipeline that waits for a manual job", "manual", "ci_must_pass"],
      ["a skipped pipeline", "skipped", "ci_must_pass"],
      ["a running pipeline", "running", "ci_still_running"],
    ])("refuse %s", async (_, status, reason) => {
      await open();
      await needs({ only_allow_merge_if_pipeline_succeeds: true });
      if (status) addPipeline(service.store, project, await sha("topic"), { ref: "topic", status });
      await expectRefused(reason);
      addPipeline(service.store, project, await sha("topic"), { ref: "topic", status: "success" });
      await expectMerged();
    });

    it("take a skipped pipeline where the project says so, and external checks without a pipeline", async () => {
      await open();
      await needs({ only_allow_merge_if_pipeline_succeeds: true, allow_merge_on_skipped_pipeline: true });
      const check = { id: project.id, sha: await sha("topic"), name: "lint" };
      await service.operate(createCommitStatus, { ...check, state: "running" });
      await expectRefused("ci_still_running");
      addPipeline(service.store, project, check.sha, { ref: "topic", status: "skipped" });
      await expectMerged();
    });

    it("refuse open threads where all have to be resolved", async () => {
      await open();
      await needs({ only_allow_merge_if_all_discussions_are_resolved: true });
      const thread = await service.operate(createDiscussion, { ...of(), body: "Why?" });
      const { id: discussion_id } = thread.body as { id: string };
      await expectRefused("discussions_not_resolved");
      await service.operate(resolveDiscussion, { ...of(), discussion_id, resolved: true });
      await expectMerged();
    });
  });

  it("merges the target into a source whose conflicts were resolved", async () => {
    await open();
    const target = await service.commit(project, { files: { a: "1\nzwei\n3\n", new: "n\n" } });
    const source = await sha("topic");
    const resolve = (
      more: Partial<InputOf<typeof resolveMergeConflicts>> = {},
      as: "developer" | "reporter" = "developer",
    ) =>
      service.operate(
        resolveMergeConflicts,
        {
          ...of(),
          source_sha: source,
          target_sha: target,
          commit_message: "Merge branch 'main' into 'topic'",
          files: [{ path: "a", content: "1\ntwo and zwei\n3\n" }],
          ...more,
        },
        { as },
      );
    expect((await resolve({}, "reporter")).status).toBe(403);
    expect((await resolve({ files: [] })).body).toMatchObject({ message: "Unresolved conflicts: a" });
    expect((await resolve({ source_sha: target })).status).toBe(409);
    expect((await resolve({ target_sha: source })).status).toBe(400);
    const made = await resolve();
    expect(made.status).toBe(201);
    const commit = (made.body as { id: string }).id;
    expect(await sha("topic")).toBe(commit);
    expect(await git("show", "--no-patch", "--format=%P", commit)).toBe(`${source} ${target}`);
    expect(await git("show", `${commit}:a`)).toBe("1\ntwo and zwei\n3");
    expect(await git("show", `${commit}:new`)).toBe("n");
    expect((await service.operate(getMergeRequest, of())).body).toMatchObject({
      merge_status: "can_be_merged",
      sha: commit,
    });
    expect((await service.operate(acceptMergeRequest, of())).status).toBe(200);
    expect((await resolve({ source_sha: commit })).status).toBe(405);
  });

  it("a source that was pushed into its target is merged", async () => {
    await open();
    await service.setBranch(project, "main", await sha("topic"));
    expect((await service.operate(getMergeRequest, of())).body).toMatchObject({ state: "merged" });
  });
});

describe("merge request histories", () => {
  const service = serviceForTests();
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "helve-histories-"));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  const run = promisify(execFile);
  const files = ["one.txt", "two.txt", "three.txt"] as const;
  const rows = 24;

  /** A clone of a project without refs of merge requests. */
  function workingCopy(path: string) {
    const git = async (...args: string[]): Promise<string> => {
      const { stdout } = await run("git", ["-c", "user.name=Ada", "-c", "user.email=ada@x.test", ...args], {
        cwd: path,
      });
      return stdout.trimEnd();
    };
    let count = 0;
    const edit = (file: number, row: number) => {
      const name = join(path, files[file % files.length] ?? "");
      const lines = readFileSync(name, "utf8").split("\n");
      lines[row] = `changed ${++count}`;
      writeFileSync(name, lines.join("\n"));
    };
    /** A command that may meet a conflict, which is then given up. */
    const attempt = (command: "rebase" | "merge", ...args: string[]) =>
      git(command, ...args).catch(() => git(command, "--abort"));
    return { path, git, edit, attempt };
  }
  type WorkingCopy = ReturnType<typeof workingCopy>;

  /** Changes to branches, each made by git itself. */
  const steps = {
    "commit on the topic": async ({ git, edit }: WorkingCopy, at: number) => {
      edit(at, at % rows);
      await git("commit", "-qam", `Topic ${at}`);
    },
    "add a file": async ({ git, path }: WorkingCopy, at: number) => {
      appendFileSync(join(path, `added-${at}.txt`), "new\n");
      await git("add", "-A");
      await git("commit", "-qm", `Add ${at}`, "--allow-empty");
    },
    "rename a file": async ({ git, path }: WorkingCopy, at: number) => {
      writeFileSync(join(path, `moved-${at}.txt`), `${"words\n".repeat(9)}${at}\n`);
      await git("add", "-A");
      await git("commit", "-qm", `Before ${at}`, "--allow-empty");
      await git("mv", "-f", `moved-${at}.txt`, `moved-to-${at}.txt`);
      await git("commit", "-qm", `Move ${at}`, "--allow-empty");
    },
    "the target moves": async ({ git, edit }: WorkingCopy, at: number) => {
      await git("checkout", "-q", "main");
      edit(at, (at + 7) % rows);
      await git("commit", "-qam", `Target ${at}`);
      await git("checkout", "-q", "topic");
    },
    rebase: ({ attempt }: WorkingCopy) => attempt("rebase", "main"),
    "merge the target": ({ attempt }: WorkingCopy) => attempt("merge", "--no-edit", "main"),
    amend: async ({ git, edit }: WorkingCopy, at: number) => {
      edit(at, at % rows);
      await git("commit", "-qa", "--amend", "--no-edit");
    },
    "take the last commit back": async ({ git }: WorkingCopy) => {
      const own = await git("rev-list", "--first-parent", "main..topic");
      if (own.split("\n").length > 2) await git("reset", "-q", "--hard", "HEAD~1");
    },
  } as const;
  type Step = keyof typeof steps;

  interface Version {
    readonly id: number;
    readonly head_commit_sha: string;
    readonly base_commit_sha: string;
    readonly start_commit_sha: string;
  }
  interface Detail {
    readonly commits: readonly { readonly id: string }[];
    readonly diffs: readonly {
      readonly old_path: string;
      readonly new_path: string;
      readonly diff: string;
    }[];
  }

  it("reports for every version what git does, whatever people do to their branches", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...(Object.keys(steps) as Step[])), fc.nat(99)), {
          minLength: 3,
          maxLength: 9,
        }),
        async (script) => {
          const project = await service.project();
          const start = `${Array.from({ length: rows }, (_, i) => `line ${i}`).join("\n")}\n`;
          await service.commit(project, { files: Object.fromEntries(files.map((name) => [name, start])) });
          const path = mkdtempSync(join(folder, "copy-"));
          await run("git", ["clone", "-q", project.repositoryPath, path]);
          const copy = workingCopy(path);
          await copy.git("checkout", "-qb", "topic");
          await steps["commit on the topic"](copy, 0);
          await copy.git("push", "-q", "origin", "topic");
          const of = { id: project.id, merge_request_iid: 1 };
          const made = await service.operate(createMergeRequest, {
            id: project.id,
            source_branch: "topic",
            target_branch: "main",
            title: "Topic",
          });
          expect(made.status).toBe(201);
          const heads = [await copy.git("rev-parse", "topic")];
          for (const [name, at] of script) {
            await steps[name](copy, at);
            await copy.git("push", "-q", "--force", "origin", "main", "topic");
            await followBranches(service.store, project, null, ["main", "topic"]);
            const head = await copy.git("rev-parse", "topic");
            if (head !== heads.at(-1)) heads.push(head);
            const versions = (await service.operate(listMergeRequestVersions, of)).body as Version[];
            expect(versions.map(({ head_commit_sha }) => head_commit_sha)).toEqual(heads.toReversed());
            const [latest] = versions;
            if (!latest || latest.head_commit_sha !== head) throw new Error("no version of the head");
            await compareWithGit(copy, latest, async (version_id) => {
              const { body } = await service.operate(getMergeRequestVersion, { ...of, version_id });
              return body as Detail;
            });
          }
        },
      ),
      { numRuns: rounds(12, 2) },
    );
  }, 240_000);

  async function compareWithGit(
    { git }: WorkingCopy,
    version: Version,
    detailOf: (id: number) => Promise<Detail>,
  ): Promise<void> {
    const { base_commit_sha: base, head_commit_sha: head, start_commit_sha: start } = version;
    expect(base).toBe(await git("merge-base", start, head));
    const { commits, diffs } = await detailOf(version.id);
    expect(commits.map(({ id }) => id).toSorted()).toEqual(
      (await git("rev-list", `${start}..${head}`)).split("\n").filter(Boolean).toSorted(),
    );
    const names = (await git("diff", "--name-status", "-M", "-z", base, head)).split("\0").filter(Boolean);
    const changed: string[] = [];
    for (let i = 0; i < names.length; i++) {
      const renamed = names[i]?.startsWith("R");
      const [from, to] = [names[++i], renamed ? names[++i] : names[i]];
      changed.push(`${from} ${to}`);
    }
    expect(diffs.map(({ old_path, new_path }) => `${old_path} ${new_path}`).toSorted()).toEqual(
      changed.toSorted(),
    );
    for (const { old_path, new_path, diff } of diffs) {
      const text = await git("diff", "-M", base, head, "--", old_path, new_path);
      const hunks = text.indexOf("\n@@");
      expect(diff.trimEnd()).toBe(hunks < 0 ? "" : text.slice(hunks + 1));
    }
  }
});
