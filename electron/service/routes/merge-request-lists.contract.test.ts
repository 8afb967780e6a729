import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { listLabels } from "../../../shared/api/resources/labels.ts";
import {
  createMergeRequest,
  deleteMergeRequest,
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import type { Visibility } from "../../../shared/api/resources/projects.ts";
import type { Project } from "../store/projects/projects.ts";
import { setAssignees, setLabels } from "../store/review/issuables.ts";
import {
  changeMergeRequest,
  insertMergeRequest,
  type MergeRequestChange,
} from "../store/review/merge-requests.ts";
import { insertMilestone } from "../store/review/milestones.ts";
import { addReaction } from "../store/review/reactions.ts";
import { setReviewers } from "../store/review/reviewers.ts";
import { findUserByName } from "../store/users/users.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

describe("merge request lists", () => {
  const service = serviceForTests("merge-request-lists");
  let project: Project;
  let developer: number;
  let owner: number;

  interface Made {
    readonly title: string;
    readonly description?: string;
    readonly author?: number;
    readonly created: string;
    readonly updated?: string;
    readonly source?: string;
    readonly target?: string;
    readonly labels?: readonly string[];
    readonly assignees?: readonly number[];
    readonly reviewers?: readonly number[];
    readonly change?: MergeRequestChange;
    readonly reaction?: string;
  }

  function make(made: Made): void {
    const row = insertMergeRequest(service.store, {
      projectId: project.id,
      sourceProjectId: project.id,
      sourceBranch: made.source ?? "topic",
      targetBranch: made.target ?? "main",
      title: made.title,
      description: made.description,
      authorId: made.author ?? developer,
      createdAt: made.created,
    });
    setLabels(service.store, project.id, { type: "MergeRequest", id: row.id }, made.labels ?? []);
    setAssignees(service.store, { type: "MergeRequest", id: row.id }, made.assignees ?? []);
    setReviewers(service.store, row.id, made.reviewers ?? []);
    if (made.reaction) addReaction(service.store, "MergeRequest", row.id, developer, made.reaction);
    changeMergeRequest(service.store, row.id, made.change ?? {}, made.updated ?? made.created);
  }

  beforeAll(async () => {
    project = await service.project();
    await service.commit(project, { files: { a: "a\n" } });
    developer = findUserByName(service.store, "developer")?.id ?? 0;
    owner = findUserByName(service.store, "owner")?.id ?? 0;
    const milestoneId = insertMilestone(service.store, {
      projectId: project.id,
      title: "Spring",
      description: "",
      state: "active",
      startDate: null,
      dueDate: null,
      createdAt: "2026-01-01T00:00:00.000Z",
    });
    make({
      title: "One",
      created: "2026-01-01T00:00:00.000Z",
      updated: "2026-03-01T00:00:00.000Z",
      labels: ["Bug"],
    });
    make({
      title: "Draft: Two",
      description: "tide",
      author: owner,
      created: "2026-01-02T00:00:00.000Z",
      labels: ["bug", "docs"],
      assignees: [developer],
      reaction: "thumbsup",
    });
    make({
      title: "Three tide",
      created: "2026-01-03T00:00:00.000Z",
      source: "other",
      reviewers: [owner],
      change: { milestoneId },
    });
    make({
      title: "Four",
      created: "2026-01-04T00:00:00.000Z",
      target: "stable",
      change: { state: "merged" },
    });
    make({ title: "Five", author: owner, created: "2026-01-05T00:00:00.000Z", change: { state: "closed" } });
  });

  type Query = Partial<InputOf<typeof listProjectMergeRequests>>;
  const iids = async (query: Query) => {
    const response = await service.operate(listProjectMergeRequests, { id: project.id, ...query });
    expect(response.status).toBe(200);
    return (response.body as { iid: number }[]).map(({ iid }) => iid);
  };

  it.each<[Query, number[]]>([
    [{}, [5, 4, 3, 2, 1]],
    [{ sort: "asc" }, [1, 2, 3, 4, 5]],
    [{ order_by: "updated_at" }, [1, 5, 4, 3, 2]],
    [{ state: "opened" }, [3, 2, 1]],
    [{ state: "merged" }, [4]],
    [{ state: "closed" }, [5]],
    [{ state: "locked" }, []],
    [{ state: "all" }, [5, 4, 3, 2, 1]],
    [{ iids: [1, 3] }, [3, 1]],
    [{ milestone: "Spring" }, [3]],
    [{ milestone: "None" }, [5, 4, 2, 1]],
    [{ milestone: "Any" }, [3]],
    [{ labels: "BUG" }, [2, 1]],
    [{ labels: "bug,docs" }, [2]],
    [{ labels: "None" }, [5, 4, 3]],
    [{ labels: "No+Label" }, [5, 4, 3]],
    [{ labels: "Any" }, [2, 1]],
    [{ created_after: "2026-01-03T00:00:00Z" }, [5, 4, 3]],
    [{ created_before: "2026-01-03T01:00:00+01:00" }, [3, 2, 1]],
    [{ updated_after: "2026-03-01T00:00:00.000Z" }, [1]],
    [{ updated_before: "2026-01-02T00:00:00.000Z" }, [2]],
    [{ scope: "created_by_me" }, [4, 3, 1]],
    [{ scope: "created-by-me" }, [4, 3, 1]],
    [{ scope: "assigned_to_me" }, [2]],
    [{ scope: "assigned-to-me" }, [2]],
    [{ assignee_id: "None" }, [5, 4, 3, 1]],
    [{ assignee_id: "Any" }, [2]],
    [{ reviewer_id: "None" }, [5, 4, 2, 1]],
    [{ reviewer_id: "Any" }, [3]],
    [{ my_reaction_emoji: "thumbsup" }, [2]],
    [{ my_reaction_emoji: "None" }, [5, 4, 3, 1]],
    [{ my_reaction_emoji: "Any" }, [2]],
    [{ source_branch: "other" }, [3]],
    [{ target_branch: "stable" }, [4]],
    [{ search: "TIDE" }, [3, 2]],
    [{ wip: "yes" }, [2]],
    [{ wip: "no" }, [5, 4, 3, 1]],
  ])("%j finds %j", async (query, expected) => {
    expect(await iids(query)).toEqual(expected);
  });

  it.each(operationsOf("merge-request-lists"))(
    "%s refuses callers without access and invalid input",
    async (name, operation) => {
      const [under, input] = (
        {
          listMergeRequests: [null, {}],
          listGroupMergeRequests: ["Group", { id: "team" }],
        } as const
      )[name] ?? ["Project", { id: project.id }];
      const refusals = refusalsOf(service, operation, input, { under, guests: under !== "Project" });
      expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
    },
  );

  it("authors, assignees and reviewers are known by their ids", async () => {
    expect(await iids({ author_id: owner })).toEqual([5, 2]);
    expect(await iids({ assignee_id: developer })).toEqual([2]);
    expect(await iids({ reviewer_id: owner })).toEqual([3]);
    expect(await iids({ reviewer_id: developer })).toEqual([]);
    expect(await iids({ author_id: 0 })).toEqual([]);
  });

  it("a simple view has few fields, and pages have totals", async () => {
    const response = await service.operate(listProjectMergeRequests, {
      id: project.id,
      view: "simple",
      per_page: 2,
      page: 2,
    });
    expect(response.headers.get("x-total")).toBe("5");
    expect((response.body as object[]).map((entry) => Object.keys(entry).sort())).toEqual(
      Array(2).fill([
        "created_at",
        "description",
        "id",
        "iid",
        "project_id",
        "state",
        "title",
        "updated_at",
        "web_url",
      ]),
    );
  });

  it("the list of all shows one's own by default, and follows its scope", async () => {
    const all = async (query: InputOf<typeof listMergeRequests>) =>
      ((await service.operate(listMergeRequests, query)).body as { iid: number }[]).map(({ iid }) => iid);
    expect(await all({})).toEqual([4, 3, 1]);
    expect(await all({ scope: "all", search: "tide", in: "title" })).toEqual([3]);
    expect(await all({ scope: "all", search: "tide", in: "description" })).toEqual([2]);
    expect(await all({ scope: "all", search: "tide", in: "title,description" })).toEqual([3, 2]);
  });

  it("a group lists those of its projects, only to callers with access", async () => {
    const group = "team";
    const response = await service.operate(listGroupMergeRequests, { id: group, state: "opened" });
    expect((response.body as { iid: number }[]).map(({ iid }) => iid)).toEqual([3, 2, 1]);
    expect((await service.operate(listGroupMergeRequests, { id: group }, { as: "nobody" })).status).toBe(401);
    expect(
      (await service.operate(listProjectMergeRequests, { id: project.id }, { as: "stranger" })).status,
    ).toBe(404);
    expect(
      (await service.operate(listProjectMergeRequests, { id: project.id }, { as: "guest" })).status,
    ).toBe(403);
    expect((await service.operate(listMergeRequests, { scope: "all" }, { as: "stranger" })).body).toEqual([]);
    const wrong = await service.call("GET", `/projects/${project.id}/merge_requests?state=nonsense`);
    expect([wrong.status, wrong.body]).toEqual([400, { error: "state is invalid" }]);
  });
});

describe("merge request targets", () => {
  const service = serviceForTests();
  let target: Project;
  let count = 0;

  /** A project of a user alone, with a branch whose commit no other project has. */
  async function projectOf(as: TestCaller, more: { readonly forkedFromId?: number } = {}) {
    const { id: userId = 0 } = findUserByName(service.store, as) ?? {};
    const project = await service.project({ groupId: undefined, userId, path: `own-${++count}`, ...more });
    await service.run(project, "fetch", "--quiet", target.repositoryPath, "+refs/heads/main:refs/heads/main");
    const commit = await service.commit(project, {
      branch: "plant",
      from: "main",
      files: { [`p${count}`]: "x" },
    });
    return { project, commit };
  }

  const open = (source: Project, into: Project, as: TestCaller, more = {}) =>
    service.operate(
      createMergeRequest,
      {
        id: source.id,
        target_project_id: into.id,
        source_branch: "plant",
        target_branch: "main",
        title: "T",
        ...more,
      },
      { as },
    );
  const has = async (project: Project, commit: string) =>
    (await service.run(project, "cat-file", "--batch-check", "--batch-all-objects")).includes(commit);
  const refs = (project: Project) =>
    service.run(project, "for-each-ref", "--format=%(objectname) %(refname)");

  async function makeTarget(visibility: Visibility): Promise<void> {
    target = await service.project({ visibility });
    await service.commit(target, { files: { [`a${++count}`]: "1" } });
    target = service.fresh(target);
  }
  beforeEach(() => makeTarget("public"));

  it.each([
    ["private", "guest", 403],
    ["private", "stranger", 404],
    ["private", "developer", 422],
    ["internal", "stranger", 422],
    ["public", "stranger", 422],
    ["public", "guest", 422],
    ["public", "owner", 422],
    ["public", "administrator", 422],
  ] as const)(
    "out of an unrelated project into a %s one, %s gets %i and nothing is copied",
    async (visibility, as, status) => {
      await makeTarget(visibility);
      const { project, commit } = await projectOf(as);
      const before = await refs(target);
      const { status: found, body } = await open(project, target, as);
      expect(found).toBe(status);
      expect(JSON.stringify(body)).not.toContain("main");
      expect(await refs(target)).toBe(before);
      expect(await has(target, commit)).toBe(false);
      expect((await service.operate(getCommit, { id: target.id, sha: commit }, { as: "owner" })).status).toBe(
        404,
      );
    },
  );

  it("a guest of a private target gets nothing out of its own fork either", async () => {
    await makeTarget("private");
    const { project, commit } = await projectOf("guest", { forkedFromId: target.id });
    for (const branch of ["main", "none"]) {
      const refused = await open(project, target, "guest", { target_branch: branch });
      expect([refused.status, refused.body]).toEqual([403, { message: "403 Forbidden" }]);
    }
    expect(await has(target, commit)).toBe(false);
  });

  it("forks of one project are related, however far", async () => {
    const near = await projectOf("developer", { forkedFromId: target.id });
    const far = await projectOf("stranger", { forkedFromId: near.project.id });
    expect((await open(far.project, target, "stranger")).status).toBe(201);
    const unrelated = await projectOf("stranger");
    expect((await open(unrelated.project, near.project, "stranger")).status).toBe(404);
  });

  it("an archived project, and one without merge requests, takes none", async () => {
    const { project } = await projectOf("developer", { forkedFromId: target.id });
    service.store.run("UPDATE projects SET archived = 1 WHERE id = ?", target.id);
    expect((await open(project, target, "developer")).status).toBe(403);
    service.store.run("UPDATE projects SET archived = 0, merge_requests_enabled = 0 WHERE id = ?", target.id);
    expect((await open(project, target, "developer")).status).toBe(403);
  });

  it("a stranger's merge request cannot be deleted by them, and its refs go with it", async () => {
    const { project, commit } = await projectOf("stranger", { forkedFromId: target.id });
    const before = await refs(target);
    const made = await open(project, target, "stranger");
    const { iid } = made.body as { readonly iid: number };
    const input = { id: target.id, merge_request_iid: iid };
    expect(await refs(target)).toContain(commit);
    expect((await service.operate(deleteMergeRequest, input, { as: "stranger" })).status).toBe(403);
    expect((await service.operate(deleteMergeRequest, input, { as: "owner" })).status).toBe(204);
    expect(await refs(target)).toBe(before);
  });

  it("a stranger adds no label, and sets nobody and no milestone", async () => {
    const { project } = await projectOf("stranger", { forkedFromId: target.id });
    const made = await open(project, target, "stranger", {
      labels: "planted",
      assignee_ids: [1],
      reviewer_ids: [1],
      milestone_id: 77,
    });
    expect(made).toMatchObject({
      status: 201,
      body: { labels: [], assignees: [], reviewers: [], milestone: null },
    });
    const { body } = await service.operate(listLabels, { id: target.id }, { as: "owner" });
    expect(body).toEqual([]);
  });
});
