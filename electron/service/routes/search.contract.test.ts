import { beforeAll, describe, expect, it } from "vitest";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { createIssue } from "../../../shared/api/resources/issues.ts";
import { createMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { createMilestone } from "../../../shared/api/resources/milestones.ts";
import { createIssueNote, createMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import * as search from "../../../shared/api/resources/search.ts";
import { createWikiPage } from "../../../shared/api/resources/wikis.ts";
import { insertGroup } from "../store/groups/groups.ts";
import type { Project } from "../store/projects/projects.ts";
import { findUserByName } from "../store/users/users.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests();
/** A private project of the callers' group, a public one of another group, and a private one of that group. */
let own: Project;
let open: Project;
let hidden: Project;
let away: { readonly id: number };
let commit = "";

/** Fills a project with one thing of each kind that has the word `kelp`. */
async function fill(project: Project): Promise<string> {
  const id = project.id;
  const as = "administrator";
  const sha = await service.commit(project, {
    message: "Harvest the Kelp",
    files: { "kelp.md": "one\nKELP grows\n" },
  });
  await service.commit(project, { branch: "topic", from: sha, files: { "b.txt": "b\n" } });
  const made = async (operation: AnyOperation, input: object) => {
    const { status, body } = await service.operate(operation, { id, ...input } as never, { as });
    expect([operation.path, status]).toEqual([operation.path, 201]);
    return body;
  };
  await made(createIssue, { title: "Kelp in the nets" });
  await made(createIssue, { title: "Secret kelp", confidential: true });
  await made(createIssueNote, { issue_iid: 1, body: "More kelp, please" });
  await made(createIssueNote, { issue_iid: 2, body: "Hush, kelp" });
  await made(createMergeRequest, { source_branch: "topic", target_branch: "main", title: "Dry kelp" });
  await made(createMergeRequestNote, { merge_request_iid: 1, body: "Is this the kelp?" });
  await made(createMilestone, { title: "Kelp season" });
  await made(createWikiPage, { title: "Kelp", content: "Of the sea" });
  return sha;
}

beforeAll(async () => {
  away = insertGroup(service.store, { name: "Away", path: "away", visibility: "public" });
  own = await service.project({ path: "kelp-own" });
  open = await service.project({ path: "kelp-open", groupId: away.id, visibility: "public" });
  hidden = await service.project({ path: "kelp-hidden", groupId: away.id });
  commit = await fill(own);
  await fill(open);
  await fill(hidden);
});

type Entry = Readonly<Record<string, unknown>>;
async function find(operation: AnyOperation, more: object = {}, as: TestCaller = "developer") {
  const scope = operation.variant?.split("=")[1];
  const input = { scope, search: "kelp", ...more } as never;
  const { status, body, headers } = await service.operate(operation, input, { as });
  expect([operation.summary, status]).toEqual([operation.summary, 200]);
  return { found: body as Entry[], headers };
}

/** Kinds of what is found, with the search of all projects, of a group and of a project. */
const kinds = {
  issues: [search.searchIssues, search.searchGroupIssues, search.searchProjectIssues],
  merge_requests: [
    search.searchMergeRequests,
    search.searchGroupMergeRequests,
    search.searchProjectMergeRequests,
  ],
  milestones: [search.searchMilestones, search.searchGroupMilestones, search.searchProjectMilestones],
  notes: [search.searchNotes, search.searchGroupNotes, search.searchProjectNotes],
  commits: [search.searchCommits, search.searchGroupCommits, search.searchProjectCommits],
  blobs: [search.searchBlobs, search.searchGroupBlobs, search.searchProjectBlobs],
  wiki_blobs: [search.searchWikis, search.searchGroupWikis, search.searchProjectWiki],
} as const satisfies Readonly<Record<string, readonly AnyOperation[]>>;

/** How many results of each kind a caller gets, in the callers' own project and in the public one. */
const counts: Readonly<
  Record<keyof typeof kinds, Partial<Record<TestCaller, readonly [own: number, open: number]>>>
> = {
  issues: { stranger: [0, 1], guest: [1, 1], reporter: [2, 1], administrator: [2, 2] },
  merge_requests: { stranger: [0, 1], guest: [0, 1], reporter: [1, 1], administrator: [1, 1] },
  milestones: { stranger: [0, 1], guest: [1, 1], reporter: [1, 1], administrator: [1, 1] },
  notes: { stranger: [0, 2], guest: [1, 2], reporter: [3, 2], administrator: [3, 3] },
  commits: { stranger: [0, 1], guest: [0, 1], reporter: [1, 1], administrator: [1, 1] },
  blobs: { stranger: [0, 1], guest: [0, 1], reporter: [1, 1], administrator: [1, 1] },
  wiki_blobs: { stranger: [0, 1], guest: [1, 1], reporter: [1, 1], administrator: [1, 1] },
};
const cases = Object.entries(counts).flatMap(([kind, byCaller]) =>
  Object.entries(byCaller).map(
    ([caller, expected]) => [kind as keyof typeof kinds, caller as TestCaller, expected] as const,
  ),
);

describe("what may not be read is in no result", () => {
  it.each(cases)("%s for %s", async (kind, caller, [inOwn, inOpen]) => {
    const [everywhere, inGroup, inProject] = kinds[kind];
    const all = await find(everywhere, { per_page: 100 }, caller);
    const of = ({ id }: Project) => all.found.filter((entry) => entry.project_id === id).length;
    const inHidden = caller === "administrator" ? inOpen : 0;
    expect([of(own), of(open), of(hidden)]).toEqual([inOwn, inOpen, inHidden]);
    expect(all.headers.get("x-total")).toBe(String(all.found.length));
    const group = await find(inGroup, { id: away.id }, caller);
    expect(group.headers.get("x-total")).toBe(String(inOpen + inHidden));
    const one = await find(inProject, { id: open.id }, caller);
    expect(one.headers.get("x-total")).toBe(String(inOpen));
  });

  it("projects, by whoever sees them", async () => {
    const paths = async (operation: AnyOperation, more: object, as: TestCaller) =>
      (await find(operation, more, as)).found.map((entry) => entry.path);
    expect(await paths(search.searchProjects, {}, "stranger")).toEqual(["kelp-open"]);
    expect(await paths(search.searchProjects, {}, "guest")).toEqual(["kelp-open", "kelp-own"]);
    expect(await paths(search.searchGroupProjects, { id: away.id }, "administrator")).toEqual([
      "kelp-hidden",
      "kelp-open",
    ]);
  });

  it("users: everybody of the service, members of a group and of a project", async () => {
    const names = async (operation: AnyOperation, more: object) =>
      (await find(operation, { search: "the", ...more })).found.map((entry) => entry.username).toSorted();
    expect(await names(search.searchUsers, {})).toContain("stranger");
    const members = ["developer", "guest", "maintainer", "owner", "reporter"];
    expect(await names(search.searchGroupUsers, { id: own.groupId })).toEqual(members);
    expect(await names(search.searchProjectUsers, { id: own.id })).toEqual(members);
    expect(await names(search.searchGroupUsers, { id: away.id })).toEqual([]);
    const [found] = (await find(search.searchUsers, { search: "The guest" })).found;
    expect(found?.id).toBe(findUserByName(service.store, "guest")?.id);
    expect(found).not.toHaveProperty("email");
  });
});

it("refuses callers without access and invalid input", async () => {
  const input = { id: own.id, scope: "issues", search: "kelp" };
  const refusals = refusalsOf(service, search.searchProjectIssues, input, { guests: true });
  expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  const bare = await service.call("GET", "/search?search=kelp");
  expect([bare.status, bare.body]).toEqual([400, { error: "scope is missing" }]);
  const odd = await service.call("GET", "/search?scope=planets&search=kelp");
  expect([odd.status, odd.body]).toEqual([400, { error: "scope is invalid" }]);
  expect((await service.call("GET", "/search?scope=commits&search=a%0Ab")).status).toBe(400);
});

it("finds commits by hash, and at another ref", async () => {
  const inOwn = { id: own.id };
  const byHash = await find(search.searchProjectCommits, { ...inOwn, search: commit.slice(0, 9) });
  expect(byHash.found.map(({ id, project_id }) => [id, project_id])).toEqual([[commit, own.id]]);
  expect((await find(search.searchProjectCommits, { ...inOwn, ref: "topic" })).found).toHaveLength(1);
  const unknown = await service.operate(search.searchProjectCommits, {
    ...inOwn,
    scope: "commits",
    search: "kelp",
    ref: "none",
  });
  expect(unknown.status).toBe(404);
});

it("finds wiki pages by their names, and lines of files with their project and branch", async () => {
  const [page] = (await find(search.searchProjectWiki, { id: own.id })).found;
  expect(page).toMatchObject({ path: "Kelp.md", basename: "Kelp", data: "", project_id: own.id });
  const [line] = (await find(search.searchGroupBlobs, { id: away.id }, "stranger")).found;
  expect(line).toMatchObject({
    path: "kelp.md",
    data: "one\nKELP grows\n",
    startline: 1,
    ref: "main",
    project_id: open.id,
  });
});

it("filters issues and merge requests by state, and gives pages", async () => {
  expect((await find(search.searchIssues, { state: "closed" })).found).toEqual([]);
  expect((await find(search.searchIssues, { confidential: true })).found).toHaveLength(1);
  expect((await find(search.searchMergeRequests, { state: "merged" })).found).toEqual([]);
  const { found, headers } = await find(search.searchIssues, { per_page: 1, page: 2, sort: "asc" });
  expect(found).toHaveLength(1);
  expect([headers.get("x-total"), headers.get("x-next-page")]).toEqual(["3", "3"]);
  expect(headers.get("link")).toContain("scope=issues");
});

it("names what a comment is on", async () => {
  const { found } = await find(search.searchProjectNotes, { id: own.id });
  expect(found.map(({ body, noteable_type, noteable_iid }) => [body, noteable_type, noteable_iid])).toEqual([
    ["Is this the kelp?", "MergeRequest", 1],
    ["Hush, kelp", "Issue", 2],
    ["More kelp, please", "Issue", 1],
  ]);
});
