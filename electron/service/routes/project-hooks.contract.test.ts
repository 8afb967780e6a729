import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { createIssue, updateIssue } from "../../../shared/api/resources/issues.ts";
import { createMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { createIssueNote } from "../../../shared/api/resources/notes.ts";
import { createPipeline } from "../../../shared/api/resources/pipelines.ts";
import {
  createProjectHook,
  deleteProjectHook,
  getProjectHook,
  hookTriggers,
  listProjectHookEvents,
  listProjectHooks,
  resendProjectHookEvent,
  testProjectHook,
  updateProjectHook,
} from "../../../shared/api/resources/project-hooks.ts";
import { createRelease } from "../../../shared/api/resources/releases.ts";
import { testHook } from "../../../shared/api/resources/system-hooks.ts";
import { createTag } from "../../../shared/api/resources/tags.ts";
import { createWikiPage, deleteWikiPage } from "../../../shared/api/resources/wikis.ts";
import { startHooks } from "../domain/hooks/start-hooks.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import type { Project } from "../store/projects/projects.ts";
import { type Receiver, startReceiver } from "../testing/hook-receiver.ts";
import { pushRaw } from "./testing/push-raw.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests(undefined, { allowsLocalHooks: true });
let receiver: Receiver;
let queue: ReturnType<typeof startHooks>;
let project: Project;
let first: string;

beforeAll(async () => {
  receiver = await startReceiver();
  queue = startHooks(service.store, {
    serviceUrl: () => "http://service.test",
    onError: (error) => service.errors.push(error),
    retryDelaysMs: [1],
    quietMs: 0,
    recordMs: 5,
  });
});
afterAll(async () => {
  await queue.close();
  await receiver.close();
});
beforeEach(async () => {
  project = await service.project();
  first = await service.commit(project, { files: { a: "1\n" } });
});

const as = { as: "maintainer" } as const;
let hooks = 0;
/** Adds a webhook of a path of its own, and returns its id and the events that it got. */
async function addHook(more: object = {}) {
  const path = `/project-${++hooks}`;
  const input = { id: project.id, url: `${receiver.url}${path}`, push_events: false, ...more };
  const { status, body } = await service.operate(createProjectHook, input, as);
  expect(status).toBe(201);
  const { id } = body as { id: number };
  return {
    one: { id: project.id, hook_id: id },
    got: () => receiver.received.filter((each) => each.path === path),
    next: (fits: (body: Readonly<Record<string, unknown>>) => boolean) =>
      receiver.next((each) => each.path === path && fits(each.body)),
  };
}
const attributes = (body: Readonly<Record<string, unknown>>) =>
  body.object_attributes as Readonly<Record<string, unknown>>;

it("adds, lists, shows, changes and deletes webhooks, and never returns the token", async () => {
  const url = "https://hooks.example.com/in";
  const { body } = await service.operate(
    createProjectHook,
    { id: project.id, url, token: "very secret indeed", name: "Chat", issues_events: true },
    as,
  );
  expect(body).toMatchObject({
    url,
    name: "Chat",
    project_id: project.id,
    push_events: true,
    issues_events: true,
    note_events: false,
    enable_ssl_verification: true,
  });
  const one = { id: project.id, hook_id: (body as { id: number }).id };
  expect((await service.operate(listProjectHooks, { id: project.id }, as)).body).toEqual([body]);
  const changed = await service.operate(
    updateProjectHook,
    { ...one, url: `${url}?b`, push_events: false, name: "Room" },
    as,
  );
  expect(changed.body).toMatchObject({
    url: `${url}?b`,
    name: "Room",
    push_events: false,
    issues_events: true,
  });
  expect((await service.operate(getProjectHook, one, as)).body).toEqual(changed.body);
  expect(JSON.stringify([body, changed.body])).not.toContain("secret");
  expect(JSON.stringify(service.store.all("SELECT * FROM hooks"))).not.toContain("very secret");
  expect((await service.operate(deleteProjectHook, one, as)).status).toBe(204);
  expect((await service.operate(getProjectHook, one, as)).status).toBe(404);
});

it("keeps the token for the same receiver only", async () => {
  const hook = await addHook({ token: "for this receiver", push_events: true });
  const test = { ...hook.one, trigger: "push_events" } as const;
  await service.operate(updateProjectHook, { ...hook.one, url: `${receiver.url}/project-moved` }, as);
  await service.operate(testProjectHook, test, as);
  const kept = await receiver.next(({ path }) => path === "/project-moved");
  expect(kept.headers["x-gitlab-token"]).toBe("for this receiver");
  const other = await startReceiver();
  await service.operate(updateProjectHook, { ...hook.one, url: `${other.url}/elsewhere` }, as);
  await service.operate(testProjectHook, test, as);
  const sent = await other.next(({ path }) => path === "/elsewhere");
  expect(sent.headers["x-gitlab-token"]).toBeUndefined();
  await other.close();
});

it("refuses addresses that system hooks are refused", async () => {
  const add = (url: string) => service.operate(createProjectHook, { id: project.id, url }, as);
  for (const url of ["http://169.254.169.254/latest", "ftp://example.com/", "https://user:pass@example.com/"])
    expect([url, (await add(url)).status]).toEqual([url, 400]);
});

it("keeps hooks of projects and of the service apart", async () => {
  const { one } = await addHook();
  const other = await service.project();
  expect((await service.operate(getProjectHook, { ...one, id: other.id }, as)).status).toBe(404);
  expect((await service.operate(listProjectHookEvents, { ...one, id: other.id }, as)).status).toBe(404);
  const admin = await service.operate(testHook, { id: one.hook_id }, { as: "administrator" });
  expect(admin.status).toBe(404);
});

it("sends pushes of the branches that a pattern or a regular expression of RE2 names, and all tags", async () => {
  const events = { push_events: true, tag_push_events: true };
  const all = await addHook(events);
  const wildcard = await addHook({ ...events, push_events_branch_filter: "release/*" });
  const regex = await addHook({
    ...events,
    push_events_branch_filter: "^(feature|release)/1",
    branch_filter_strategy: "regex",
  });
  for (const branch of ["release/1", "release/2", "feature/1", "other"])
    await pushRaw(service, project, "maintainer", `${"0".repeat(40)} ${first} refs/heads/${branch}`);
  await service.operate(createTag, { id: project.id, tag_name: "v1", ref: first }, as);
  const refsOf = async (hook: typeof all) => {
    await hook.next(({ ref }) => ref === "refs/tags/v1");
    return hook.got().map(({ body }) => body.ref);
  };
  const tag = "refs/tags/v1";
  expect(await refsOf(all)).toEqual([
    ...["release/1", "release/2", "feature/1", "other"].map((branch) => `refs/heads/${branch}`),
    tag,
  ]);
  expect(await refsOf(wildcard)).toEqual(["refs/heads/release/1", "refs/heads/release/2", tag]);
  expect(await refsOf(regex)).toEqual(["refs/heads/release/1", "refs/heads/feature/1", tag]);
});

it("stores a branch filter, drops it for all branches, and refuses what is none", async () => {
  const { one } = await addHook({ push_events: true, push_events_branch_filter: "main" });
  const change = (more: object) =>
    service.operate(updateProjectHook, { ...one, url: "https://hooks.example.com/in", ...more }, as);
  expect((await change({})).body).toMatchObject({
    push_events_branch_filter: "main",
    branch_filter_strategy: "wildcard",
  });
  const refused = { status: 400, body: { message: { push_events_branch_filter: [expect.any(String)] } } };
  expect(await change({ push_events_branch_filter: "two words" })).toMatchObject(refused);
  expect(await change({ push_events_branch_filter: "(a", branch_filter_strategy: "regex" })).toMatchObject(
    refused,
  );
  // RE2 has none of them.
  expect(
    await change({ push_events_branch_filter: "(?!main)", branch_filter_strategy: "regex" }),
  ).toMatchObject(refused);
  expect((await change({ branch_filter_strategy: "all_branches" })).body).toMatchObject({
    push_events_branch_filter: "",
    branch_filter_strategy: "all_branches",
  });
});

it("sends pushes, also those of git over HTTP, with their commits and the event in the head", async () => {
  const hook = await addHook({ push_events: true, tag_push_events: true, token: "t0ken" });
  const other = await service.project();
  await service.commit(other, { files: { a: "1" } });
  await service.operate(createTag, { id: other.id, tag_name: "v0", ref: "main" }, as);
  await service.operate(
    createCommit,
    {
      id: project.id,
      branch: "main",
      commit_message: "By the page",
      actions: [{ action: "create", file_path: "b", content: "b" }],
    },
    as,
  );
  const push = await hook.next(({ object_kind }) => object_kind === "push");
  expect(push.headers).toMatchObject({ "x-gitlab-event": "Push Hook", "x-gitlab-token": "t0ken" });
  expect(push.body).toMatchObject({
    ref: "refs/heads/main",
    before: first,
    project_id: project.id,
    commits: [{ message: "By the page", added: ["b"] }],
    total_commits_count: 1,
    user_email: "[REDACTED]",
  });
  await pushRaw(service, project, "maintainer", `${"0".repeat(40)} ${first} refs/heads/pushed`);
  await hook.next(({ ref }) => ref === "refs/heads/pushed");
  await service.operate(createTag, { id: project.id, tag_name: "v1", ref: "main" }, as);
  const tag = await hook.next(({ object_kind }) => object_kind === "tag_push");
  expect(tag.headers["x-gitlab-event"]).toBe("Tag Push Hook");
  expect(hook.got().every(({ body }) => body.project_id === project.id)).toBe(true);
});

it("sends merge requests, issues, comments, wiki pages and releases, and confidential ones by their own switch", async () => {
  const hook = await addHook({
    merge_requests_events: true,
    issues_events: true,
    note_events: true,
    wiki_page_events: true,
    releases_events: true,
  });
  const quiet = await addHook({ confidential_issues_events: true, confidential_note_events: true });
  const issue = await service.operate(createIssue, { id: project.id, title: "Leak" }, as);
  const { iid } = issue.body as { iid: number };
  const opened = await hook.next(({ object_kind }) => object_kind === "issue");
  expect(opened.headers["x-gitlab-event"]).toBe("Issue Hook");
  // Who sets a webhook may not see the address of who opened it.
  expect(opened.body).toMatchObject({ user: { username: "maintainer", email: "[REDACTED]" } });
  expect(attributes(opened.body)).toMatchObject({ iid, title: "Leak", action: "open", state: "opened" });
  const one = { id: project.id, issue_iid: iid };
  await service.operate(createIssueNote, { ...one, body: "Seen it" }, as);
  const note = await hook.next(({ object_kind }) => object_kind === "note");
  expect(attributes(note.body)).toMatchObject({ note: "Seen it", noteable_type: "Issue" });
  expect(note.body).toMatchObject({ issue: { iid } });
  await service.operate(updateIssue, { ...one, state_event: "close" }, as);
  await hook.next((body) => body.object_kind === "issue" && attributes(body).action === "close");
  const secret = await service.operate(
    createIssue,
    { id: project.id, title: "Secret", confidential: true },
    as,
  );
  const secretOne = { id: project.id, issue_iid: (secret.body as { iid: number }).iid };
  await service.operate(createIssueNote, { ...secretOne, body: "Hush" }, as);
  await quiet.next(({ object_kind }) => object_kind === "note");

  await service.commit(project, { branch: "topic", files: { c: "1" }, from: "main" });
  const proposed = { id: project.id, source_branch: "topic", target_branch: "main", title: "T" };
  await service.operate(createMergeRequest, proposed, as);
  const merge = await hook.next(({ object_kind }) => object_kind === "merge_request");
  expect(merge.headers["x-gitlab-event"]).toBe("Merge Request Hook");
  expect(attributes(merge.body)).toMatchObject({
    title: "T",
    action: "open",
    last_commit: { title: "Change" },
  });

  const page = { id: project.id, title: "Home page", content: "x" };
  const { body } = await service.operate(createWikiPage, page, as);
  const wiki = await hook.next(({ object_kind }) => object_kind === "wiki_page");
  expect(attributes(wiki.body)).toMatchObject({ title: "Home page", action: "create" });
  await service.operate(deleteWikiPage, { id: project.id, slug: (body as { slug: string }).slug }, as);
  await hook.next((each) => each.object_kind === "wiki_page" && attributes(each).action === "delete");

  await service.operate(
    createRelease,
    { id: project.id, tag_name: "v1", name: "One", description: "Notes", ref: "main" },
    as,
  );
  const release = await hook.next(({ object_kind }) => object_kind === "release");
  expect(release.body).toMatchObject({ tag: "v1", name: "One", action: "create" });
  expect(JSON.stringify(hook.got())).not.toMatch(/Secret|Hush/);
});

it("sends pipelines and their jobs as they change, without the variables they were started with", async () => {
  const hook = await addHook({ pipeline_events: true, job_events: true });
  await service.commit(project, { files: { ".gitlab-ci.yml": "build: { script: [make] }\n" } });
  setRunJobs(service.store, project.id, true);
  const variables = [{ key: "GIVEN", value: "by-hand-and-secret" }];
  const made = await service.operate(createPipeline, { id: project.id, ref: "main", variables }, as);
  expect(made.status).toBe(201);
  const job = await hook.next(
    ({ object_kind, build_status }) => object_kind === "build" && build_status === "pending",
  );
  expect(job.headers["x-gitlab-event"]).toBe("Job Hook");
  expect(job.body).toMatchObject({ build_name: "build", ref: "main", commit: { title: "Change" } });
  const pipeline = await hook.next((body) => body.object_kind === "pipeline");
  expect(attributes(pipeline.body)).toMatchObject({ status: "pending", source: "api", variables: [] });
  expect(pipeline.body).toMatchObject({ builds: [{ name: "build" }] });
  expect(JSON.stringify(hook.got())).not.toContain("by-hand-and-secret");
});

it("tests a hook with the newest thing of a kind, says where there is none, and resends", async () => {
  const hook = await addHook();
  const test = (trigger: (typeof hookTriggers)[number]) =>
    service.operate(testProjectHook, { ...hook.one, trigger }, as);
  expect(await test("issues_events")).toMatchObject({
    status: 400,
    body: { message: "Ensure the project has issues." },
  });
  for (const trigger of hookTriggers.filter((name) => name !== "push_events"))
    expect([trigger, (await test(trigger)).status]).toEqual([trigger, 400]);
  expect((await test("push_events")).status).toBe(201);
  const sent = await hook.next(({ object_kind }) => object_kind === "push");
  expect(sent.body).toMatchObject({ after: first, project_id: project.id });
  const events = async () =>
    (await service.operate(listProjectHookEvents, hook.one, as)).body as readonly {
      readonly id: number;
      readonly trigger: string;
      readonly state: string;
    }[];
  await expect.poll(async () => (await events()).map(({ state }) => state)).toEqual(["delivered"]);
  const [event] = await events();
  expect(event?.trigger).toBe("test");
  const again = await service.operate(resendProjectHookEvent, { ...hook.one, event_id: event?.id ?? 0 }, as);
  expect(again.status).toBe(201);
  await expect.poll(() => hook.got().length).toBe(2);
});
