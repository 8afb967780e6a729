import { beforeEach, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import {
  approveMergeRequest,
  getMergeRequestApprovals,
  unapproveMergeRequest,
} from "../../../shared/api/resources/merge-request-approvals.ts";
import {
  addSpentTime,
  createMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  getMergeRequestVersion,
  getTimeStats,
  listMergeRequestCommits,
  listProjectMergeRequests,
  resetSpentTime,
  resetTimeEstimate,
  setTimeEstimate,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import { createMergeRequestReaction } from "../../../shared/api/resources/reactions.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertMilestone } from "../store/review/milestones.ts";
import { type Body, branchWithChange } from "./testing/branch-with-change.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("merge-requests");
const branch = branchWithChange(service);
const { of, open, sha, git, versions, events } = branch;
let project: Project;
beforeEach(() => {
  project = branch.project;
});

it.each(operationsOf("merge-requests"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    await open();
    const more = name === "getMergeRequestVersion" ? { version_id: 1 } : { duration: "1h" };
    const takes = name === "getMergeRequestVersion" || "duration" in operation.body;
    const refusals = refusalsOf(service, operation, { ...of(), ...(takes ? more : {}) });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
    const none = await service.operate(operation, { ...of(99), ...(takes ? more : {}) } as never);
    expect(none).toMatchObject({ status: 404, body: { message: "404 Not found" } });
  },
);

it("proposes a branch, with every documented field", async () => {
  const made = await open({ description: "Why", labels: "bug,docs", assignee_ids: [3], squash: true });
  expect(made).toMatchObject({
    iid: 1,
    project_id: project.id,
    source_project_id: project.id,
    target_project_id: project.id,
    state: "opened",
    source_branch: "topic",
    target_branch: "main",
    title: "Two",
    description: "Why",
    labels: ["bug", "docs"],
    assignee: { id: 3 },
    assignees: [{ id: 3 }],
    author: { username: "developer" },
    work_in_progress: false,
    draft: false,
    merge_status: "can_be_merged",
    upvotes: 0,
    downvotes: 0,
    user_notes_count: 0,
    merged_by: null,
    merged_at: null,
    closed_by: null,
    closed_at: null,
    milestone: null,
    merge_commit_sha: null,
    squash: true,
    changes_count: "1",
    sha: await sha("topic"),
    references: { short: "!1", relative: "!1", full: `${project.fullPath}!1` },
    time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null },
    diff_refs: { base_sha: await sha("main"), head_sha: await sha("topic"), start_sha: await sha("main") },
  });
  expect(made.web_url).toMatch(/\/-\/merge_requests\/1$/);
});

it("refuses branches that cannot be merged", async () => {
  await open();
  const attempt = async (more: object, as: "developer" | "reporter" | "stranger" | "nobody" = "developer") =>
    (
      await service.operate(
        createMergeRequest,
        { id: project.id, source_branch: "topic", target_branch: "main", title: "x", ...more },
        { as },
      )
    ).status;
  expect(await attempt({})).toBe(409);
  expect(await attempt({ source_branch: "none" })).toBe(400);
  expect(await attempt({ target_branch: "none" })).toBe(400);
  expect(await attempt({ source_branch: "main" })).toBe(409);
  expect(await attempt({}, "reporter")).toBe(403);
  expect(await attempt({}, "stranger")).toBe(404);
  expect(await attempt({}, "nobody")).toBe(401);
  expect(
    (await service.call("POST", `/projects/${project.id}/merge_requests`, { body: { title: "x" } })).status,
  ).toBe(400);
});

it("makes a version of each push and commit, with git's commits", async () => {
  await open();
  await service.operate(createCommit, {
    id: project.id,
    branch: "topic",
    commit_message: "More",
    actions: [{ action: "update", file_path: "b", content: "bee\n" }],
  });
  const [latest, first] = await versions();
  expect(latest?.head_commit_sha).toBe(await sha("topic"));
  expect(latest?.base_commit_sha).toBe(await git("merge-base", "main", "topic"));
  expect(first?.head_commit_sha).toBe(await sha("topic~1"));
  const detail = (await service.operate(getMergeRequestVersion, { ...of(), version_id: latest?.id ?? 0 }))
    .body as {
    commits: Body[];
    diffs: Body[];
    real_size: string;
  };
  expect(detail.commits.map(({ title }) => title)).toEqual(["More", "Two"]);
  expect(detail.diffs.map(({ new_path }) => new_path)).toEqual(["a", "b"]);
  expect(detail.real_size).toBe("2");
  expect(
    ((await service.operate(listMergeRequestCommits, of())).body as Body[]).map(({ title }) => title),
  ).toEqual(["More", "Two"]);
  expect((await events()).some((text) => /^added 1 commit\n\n\* [0-9a-f]{8} - More$/.test(text))).toBe(true);
  expect((await service.operate(getMergeRequestVersion, { ...of(), version_id: 999_999 })).status).toBe(404);
});

it("a rebase is a version with another base, and old versions outlive it", async () => {
  await open();
  await service.commit(project, { files: { b: "target\n" }, message: "Target moves" });
  expect(await versions()).toHaveLength(1);
  await git("update-ref", "refs/heads/topic", await sha("main"));
  const rebased = await service.commit(project, {
    branch: "topic",
    files: { a: "1\ntwo\n3\n" },
    message: "Two",
  });
  const [latest, first] = await versions();
  expect(latest).toMatchObject({ head_commit_sha: rebased, base_commit_sha: await sha("main") });
  expect(first?.base_commit_sha).toBe(await sha("main~1"));
  const range = await git(
    "range-diff",
    `${first?.base_commit_sha}..${first?.head_commit_sha}`,
    `${latest?.base_commit_sha}..${latest?.head_commit_sha}`,
  );
  expect(range).toMatch(/^1: +[0-9a-f]+ = 1: +[0-9a-f]+ Two$/);
  await git("reflog", "expire", "--expire=now", "--all");
  await git("gc", "--quiet", "--prune=now");
  const old = await service.operate(getMergeRequestVersion, { ...of(), version_id: first?.id ?? 0 });
  expect((old.body as { diffs: Body[] }).diffs).toHaveLength(1);
});

it("a merge request out of a fork has its versions in the target", async () => {
  const fork = await service.project({ forkedFromId: project.id });
  await service.run(fork, "fetch", "--quiet", project.repositoryPath, "+refs/heads/main:refs/heads/main");
  const head = await service.commit(fork, { branch: "from-fork", from: "main", files: { c: "c\n" } });
  const made = await service.operate(createMergeRequest, {
    id: fork.id,
    target_project_id: project.id,
    source_branch: "from-fork",
    target_branch: "main",
    title: "From a fork",
  });
  expect(made.body).toMatchObject({ project_id: project.id, source_project_id: fork.id, sha: head });
  expect(await git("cat-file", "-t", head)).toBe("commit");
  const next = await service.commit(fork, { branch: "from-fork", files: { c: "cc\n" } });
  expect((await versions())[0]?.head_commit_sha).toBe(next);
});

it("records changes, and refuses those of callers without permission", async () => {
  await open();
  const milestone = insertMilestone(service.store, {
    projectId: project.id,
    title: "One",
    description: "",
    state: "active",
    startDate: null,
    dueDate: null,
    createdAt: new Date().toISOString(),
  });
  const change = (
    more: Partial<InputOf<typeof updateMergeRequest>>,
    as: "developer" | "guest" | "reporter" = "developer",
  ) => service.operate(updateMergeRequest, { ...of(), ...more }, { as });
  await change({ labels: "bug", milestone_id: milestone, assignee_id: 2, title: "Draft: Two" });
  await change({ description: "New words" });
  expect((await change({ title: "x" }, "reporter")).status).toBe(403);
  expect((await change({ target_branch: "none" })).status).toBe(400);
  expect((await change({ milestone_id: 99_999 })).status).toBe(400);
  expect(await events()).toEqual(
    expect.arrayContaining([
      'added ~"bug" label',
      'changed milestone to %"One"',
      expect.stringMatching(/^assigned to @/),
      "marked this merge request as **draft**",
      "changed the description",
    ]),
  );
  expect((await service.operate(deleteMergeRequest, of(), { as: "maintainer" })).status).toBe(403);
  expect((await service.operate(deleteMergeRequest, of(), { as: "owner" })).status).toBe(204);
  expect((await service.operate(getMergeRequest, of())).status).toBe(404);
});

it("changes nothing where one of the fields is refused", async () => {
  const before = { assignees: [{ id: 3 }], labels: ["bug"], title: "Two", milestone: null };
  expect(await open({ assignee_ids: [3], labels: "bug" })).toMatchObject(before);
  const wrong = [{ milestone_id: 99_999 }, { reviewer_ids: [99_999] }];
  for (const field of wrong) {
    const change = { assignee_ids: [2], labels: "docs", title: "Three", ...field };
    expect((await service.operate(updateMergeRequest, { ...of(), ...change })).status).toBe(400);
    expect((await service.operate(getMergeRequest, of())).body).toMatchObject(before);
  }
  await service.operate(deleteMergeRequest, of(), { as: "owner" });
  for (const field of wrong) {
    const refused = {
      id: project.id,
      source_branch: "topic",
      target_branch: "main",
      title: "Four",
      ...field,
    };
    expect((await service.operate(createMergeRequest, refused)).status).toBe(400);
  }
  expect((await service.operate(listProjectMergeRequests, { id: project.id })).body).toEqual([]);
});

it("requests reviews, with a note of each change", async () => {
  const made = await open({ reviewer_ids: [2, 3] });
  expect(made).toMatchObject({ reviewers: [{ id: 2 }, { id: 3 }] });
  const change = (reviewer_ids: number[]) =>
    service.operate(updateMergeRequest, { ...of(), reviewer_ids }, { as: "developer" });
  expect((await change([3])).body).toMatchObject({ reviewers: [{ id: 3 }] });
  expect((await change([99_999])).status).toBe(400);
  expect((await change([])).body).toMatchObject({ reviewers: [] });
  expect(await events()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^removed review request for @/),
      expect.stringMatching(/^removed review request for @/),
    ]),
  );
  await change([2]);
  expect(await events()).toEqual(expect.arrayContaining([expect.stringMatching(/^requested review from @/)]));
});

it("accepts time by operations and by quick actions", async () => {
  await open();
  const estimate = await service.operate(setTimeEstimate, { ...of(), duration: "1w 2d 3h" });
  expect(estimate.body).toEqual({
    time_estimate: (40 + 16 + 3) * 3_600,
    total_time_spent: 0,
    human_time_estimate: "1w 2d 3h",
    human_total_time_spent: null,
  });
  await service.operate(addSpentTime, { ...of(), duration: "90m" });
  await service.operate(addSpentTime, { ...of(), duration: "-30m" });
  expect((await service.operate(getTimeStats, of())).body).toMatchObject({
    total_time_spent: 3_600,
    human_total_time_spent: "1h",
  });
  expect((await service.operate(setTimeEstimate, { ...of(), duration: "soon" })).status).toBe(400);
  expect((await service.operate(addSpentTime, { ...of(), duration: "-9h" })).status).toBe(400);
  expect((await service.operate(addSpentTime, { ...of(), duration: "1h" }, { as: "guest" })).status).toBe(
    403,
  );
  await service.operate(resetTimeEstimate, of());
  expect((await service.operate(resetSpentTime, of())).body).toMatchObject({
    time_estimate: 0,
    total_time_spent: 0,
  });
  expect(await events()).toEqual(
    expect.arrayContaining([
      "changed time estimate to 1w 2d 3h",
      "added 1h 30m of time spent",
      "removed time spent",
    ]),
  );
});

it("counts approvals and reactions", async () => {
  await open();
  expect((await service.operate(approveMergeRequest, { ...of(), sha: "0".repeat(40) })).status).toBe(409);
  expect((await service.operate(approveMergeRequest, of(), { as: "reporter" })).status).toBe(401);
  await service.operate(approveMergeRequest, of());
  expect((await service.operate(getMergeRequestApprovals, of())).body).toMatchObject({
    approved_by: [{ user: { username: "developer" } }],
    user_has_approved: true,
  });
  await service.operate(unapproveMergeRequest, of());
  expect((await service.operate(unapproveMergeRequest, of())).status).toBe(404);
  await service.operate(createMergeRequestReaction, { ...of(), name: "thumbsup" });
  expect((await service.operate(createMergeRequestReaction, { ...of(), name: "no such" })).status).toBe(400);
  const list = await service.operate(listProjectMergeRequests, { id: project.id });
  expect(list.body).toMatchObject([{ upvotes: 1, downvotes: 0 }]);
});
