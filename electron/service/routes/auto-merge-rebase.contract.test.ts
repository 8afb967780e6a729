import { beforeEach, describe, expect, it } from "vitest";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { createDiscussion, resolveDiscussion } from "../../../shared/api/resources/discussions.ts";
import { cancelAutoMerge, rebaseMergeRequest } from "../../../shared/api/resources/merge-request-merges.ts";
import {
  acceptMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import { updateProject } from "../../../shared/api/resources/projects.ts";
import { jobChanges } from "../ci/pipeline-state.ts";
import { startAutoMerges } from "../domain/merge-requests/auto-merge.ts";
import { rebasesOf } from "../domain/merge-requests/rebase-merge-request.ts";
import { updatePipelineState } from "../store/ci/pipelines.ts";
import { setMember } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import { findUserByName } from "../store/users/users.ts";
import { type Body, branchWithChange } from "./testing/branch-with-change.ts";
import { addPipeline } from "./testing/ci-records.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
const branch = branchWithChange(service);
const { of, open, sha, git, events } = branch;
let project: Project;
beforeEach(() => {
  project = branch.project;
});

const shown = async (more: Body = {}) =>
  (await service.operate(getMergeRequest, { ...of(), ...more })).body as Body;
const mainChanges = (files: Readonly<Record<string, string>>) => service.commit(project, { files });

describe("an automatic merge", () => {
  const errors: unknown[] = [];
  /** Carries out what is due, once. */
  const work = async () => {
    const stop = startAutoMerges(
      service.store,
      () => service.url,
      (error) => errors.push(error),
    );
    await new Promise((resolve) => setTimeout(resolve, 0));
    await stop();
    expect(errors).toEqual([]);
  };
  const end = (id: number, status: string) => {
    updatePipelineState(service.store, id, { status, startedAt: null, finishedAt: null });
    jobChanges.emit(service.store);
  };
  const pipeline = async (status = "running") =>
    addPipeline(service.store, project, await sha("topic"), { ref: "topic", status });
  const setRole = (role: "guest" | "developer") =>
    setMember(service.store, {
      kind: "group",
      id: project.groupId ?? 0,
      userId: findUserByName(service.store, "developer")?.id ?? 0,
      role,
    });
  const set = (more: Body = {}) =>
    service.operate(acceptMergeRequest, { ...of(), merge_when_pipeline_succeeds: true, ...more });

  it("waits for the pipeline, says who set it, and merges as that user with what was asked for", async () => {
    await open();
    const id = await pipeline();
    const response = await set({
      sha: await sha("topic"),
      squash: true,
      squash_commit_message: "Squashed\n",
      should_remove_source_branch: true,
    });
    expect(response.body).toMatchObject({
      state: "opened",
      merge_when_pipeline_succeeds: true,
      merge_user: { username: "developer" },
    });
    expect((await events()).at(-1)).toBe(
      `enabled an automatic merge when the pipeline for ${await sha("topic")} succeeds`,
    );
    await work();
    expect(await shown()).toMatchObject({ state: "opened" });
    end(id, "success");
    await work();
    expect(await shown()).toMatchObject({
      state: "merged",
      merge_when_pipeline_succeeds: false,
      merged_by: { username: "developer" },
    });
    expect(await git("log", "-1", "--format=%B", "main^2")).toBe("Squashed\n");
    expect(await git("for-each-ref", "refs/heads/topic")).toBe("");
  });

  it("merges at once where the pipeline has succeeded, and is refused where none runs", async () => {
    await open();
    expect((await set()).status).toBe(405);
    await pipeline("failed");
    expect((await set({ auto_merge: true })).status).toBe(405);
    await pipeline("success");
    expect((await set({ auto_merge: true, merge_when_pipeline_succeeds: undefined })).body).toMatchObject({
      state: "merged",
    });
  });

  it.each([
    ["failed", "pipeline failed"],
    ["canceled", "pipeline was canceled"],
    ["skipped", "pipeline was skipped"],
  ])("ends with a note where the pipeline is %s", async (status, why) => {
    await open();
    const id = await pipeline();
    await set();
    end(id, status);
    await work();
    expect(await shown()).toMatchObject({
      state: "opened",
      merge_when_pipeline_succeeds: false,
      merge_error: `Automatic merge failed: ${why}`,
    });
    expect((await events()).at(-1)).toBe(`aborted the automatic merge because ${why}`);
  });

  it.each([
    [
      "commits were pushed",
      "source branch was updated",
      () => service.commit(project, { branch: "topic", files: { c: "c\n" } }),
    ],
    [
      "it was closed",
      "merge request was closed",
      () => service.operate(updateMergeRequest, { ...of(), state_event: "close" }),
    ],
    [
      "it has another target",
      "target branch was changed",
      async () => {
        await git("branch", "stable", "main");
        await service.operate(updateMergeRequest, { ...of(), target_branch: "stable" });
      },
    ],
    [
      "it conflicts",
      "it conflicts with the target branch",
      async () => {
        await mainChanges({ a: "1\nzwei\n3\n" });
      },
    ],
    [
      "who set it is no member",
      "who set it may no longer merge",
      async () => {
        setRole("guest");
      },
    ],
  ] as const)("ends where %s before the pipeline succeeds", async (_, why, change) => {
    await open();
    const id = await pipeline();
    await set();
    await change();
    end(id, "success");
    await work();
    setRole("developer");
    expect(await shown()).toMatchObject({ merge_when_pipeline_succeeds: false, merged_at: null });
    expect((await events()).filter((text) => text.startsWith("aborted"))).toEqual([
      `aborted the automatic merge because ${why}`,
    ]);
  });

  it("goes on waiting for what the project needs besides, and for a draft to become ready", async () => {
    const setting = { id: project.id, only_allow_merge_if_all_discussions_are_resolved: true };
    await service.operate(updateProject, setting, { as: "maintainer" });
    await open();
    const made = await service.operate(createDiscussion, { ...of(), body: "Why?" });
    const { id: discussion_id } = made.body as { id: string };
    const id = await pipeline();
    await set();
    await service.operate(updateMergeRequest, { ...of(), title: "Draft: Two" });
    end(id, "success");
    await work();
    expect(await shown()).toMatchObject({ state: "opened", merge_when_pipeline_succeeds: true });
    await service.operate(resolveDiscussion, { ...of(), discussion_id, resolved: true });
    await work();
    expect(await shown()).toMatchObject({ state: "opened" });
    await service.operate(updateMergeRequest, { ...of(), title: "Two" });
    await work();
    expect(await shown()).toMatchObject({ state: "merged" });
  });

  it("is canceled by the author or a developer, and only where it is set", async () => {
    await open();
    expect((await service.operate(cancelAutoMerge, of())).status).toBe(406);
    const id = await pipeline();
    await set();
    expect((await service.operate(cancelAutoMerge, of(), { as: "reporter" })).status).toBe(401);
    expect((await service.operate(cancelAutoMerge, of())).body).toEqual({ status: "success" });
    end(id, "success");
    await work();
    expect(await shown()).toMatchObject({ state: "opened", merge_when_pipeline_succeeds: false });
    expect((await events()).at(-1)).toBe("canceled the automatic merge");
    await service.operate(updateMergeRequest, { ...of(), state_event: "close" });
    expect((await service.operate(cancelAutoMerge, of())).status).toBe(405);
  });

  it("refuses another head, and who may not merge", async () => {
    await open();
    await pipeline();
    expect((await set({ sha: await sha("main") })).status).toBe(409);
    const as = { as: "reporter" } as const;
    const input = { ...of(), merge_when_pipeline_succeeds: true };
    expect((await service.operate(acceptMergeRequest, input, as)).status).toBe(401);
  });
});

describe("a rebase", () => {
  const settled = () => rebasesOf(service.store).settle();
  const rebase = (more: Body = {}) => service.operate(rebaseMergeRequest, { ...of(), ...more });

  it("puts the source branch upon its target in the background", async () => {
    await open();
    await mainChanges({ b: "bee\n" });
    expect(await shown({ include_diverged_commits_count: true })).toMatchObject({
      diverged_commits_count: 1,
    });
    const { status, body } = await rebase();
    expect([status, body]).toEqual([202, { rebase_in_progress: true }]);
    await settled();
    const after = await shown({ include_rebase_in_progress: true, include_diverged_commits_count: true });
    expect(after).toMatchObject({
      rebase_in_progress: false,
      diverged_commits_count: 0,
      merge_error: null,
      sha: await sha("topic"),
    });
    expect(await git("rev-list", "--parents", "-1", "topic")).toBe(
      `${await sha("topic")} ${await sha("main")}`,
    );
    expect(await git("show", "topic:a")).toBe("1\ntwo\n3");
    expect(await shown()).not.toHaveProperty("rebase_in_progress");
  });

  it("says what conflicts, and leaves the branch", async () => {
    await open();
    await mainChanges({ a: "1\nzwei\n3\n" });
    const head = await sha("topic");
    await rebase();
    await settled();
    expect(await shown({ include_rebase_in_progress: true })).toMatchObject({
      rebase_in_progress: false,
      sha: head,
      merge_error: `Rebase failed: commit ${head.slice(0, 8)} conflicts with main in a.`,
    });
  });

  it("refuses a second one meanwhile, who may not push, a protected branch and a closed merge request", async () => {
    await open();
    await mainChanges({ b: "bee\n" });
    expect((await rebase()).status).toBe(202);
    expect((await rebase()).status).toBe(409);
    await settled();
    expect((await service.operate(rebaseMergeRequest, of(), { as: "reporter" })).status).toBe(403);
    await service.operate(updateMergeRequest, { ...of(), state_event: "close" });
    expect((await rebase()).status).toBe(405);
    service.store.run("INSERT INTO protected_branches (project_id, name) VALUES (?, 'topic')", project.id);
    expect((await rebase()).status).toBe(403);
    await git("update-ref", "-d", "refs/heads/topic");
    expect((await rebase()).body).toEqual({ message: "Source branch does not exist" });
  });

  it("is merged with the message of the project's template", async () => {
    const template = "%{title} by %{merge_request_author}\n\n%{all_commits}\n\n%{url}";
    const input = { id: project.id, merge_commit_template: template };
    const { body } = await service.operate(updateProject, input, { as: "maintainer" });
    expect(body).toMatchObject({ merge_commit_template: template, squash_commit_template: null });
    await open();
    await service.operate(createCommit, {
      id: project.id,
      branch: "topic",
      commit_message: "More",
      actions: [{ action: "create", file_path: "more", content: "m" }],
    });
    await rebase();
    await settled();
    await service.operate(acceptMergeRequest, of());
    const url = `http://service.test/${project.fullPath}/-/merge_requests/1`;
    expect(await git("log", "-1", "--format=%B", "main")).toBe(
      `Two by The developer <developer@example.test>\n\n* Two\n\n* More\n\n${url}`,
    );
  });
});
