import { beforeEach, describe, expect, it } from "vitest";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { operations } from "../../../shared/api/index.ts";
import { getCiSettings, updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { createCommitStatus } from "../../../shared/api/resources/commits.ts";
import { listPipelineBridges, playJob } from "../../../shared/api/resources/jobs.ts";
import { createMergeRequest, getMergeRequestChanges } from "../../../shared/api/resources/merge-requests.ts";
import { getPipelineTestReport } from "../../../shared/api/resources/pipeline-test-reports.ts";
import {
  cancelPipeline,
  createMergeRequestPipeline,
  createPipeline,
  getPipeline,
  listMergeRequestPipelines,
  listPipelines,
  retryPipeline,
} from "../../../shared/api/resources/pipelines.ts";
import { createRunner } from "../../../shared/api/resources/runners.ts";
import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  updateVariable,
} from "../../../shared/api/resources/variables.ts";
import { jobDefinition } from "../../../shared/ci/config/job-definition.ts";
import { putCiVariable, setRunJobs } from "../store/ci/ci-settings.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertLabel } from "../store/review/labels.ts";
import { insertMilestone } from "../store/review/milestones.ts";
import { addJob, addPipeline } from "./testing/ci-records.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

describe("service extensions", () => {
  const service = serviceForTests();
  let project: Project;
  let ids: Readonly<Record<string, unknown>>;
  const config = { ".gitlab-ci.yml": "a: { script: x, when: manual }" };

  /** Calls an operation with those of the ids that it has, and more. */
  const call = (name: string, more: object = {}, as: "maintainer" | "stranger" = "maintainer") => {
    const operation = operations[name];
    if (!operation) throw new Error(`There is no ${name}.`);
    const given = Object.fromEntries(Object.entries(ids).filter(([id]) => id in operation.params));
    return service.operate(operation, { ...given, ...more } as never, { as });
  };

  beforeEach(async () => {
    project = await service.project();
    const sha = await service.commit(project, { files: { ...config, a: "1\n2\n" } });
    const files = { ...config, a: "1\ntwo\n", b: "new\n" };
    await service.commit(project, { files, branch: "topic", from: "main" });
    ids = { id: project.id, sha, key: "KNOWN", file_path: "a" };
    const asked = { source_branch: "topic", target_branch: "main", title: "Add b" };
    const { iid } = (await call("createMergeRequest", asked)).body as { iid: number };
    const pipeline_id = addPipeline(service.store, project, sha, {
      createdAt: "2026-11-01T10:00:00.000Z",
      startedAt: "2026-11-01T10:00:05.149Z",
      finishedAt: "2026-11-01T10:01:00.999Z",
    });
    ids = {
      ...ids,
      merge_request_iid: iid,
      pipeline_id,
      job_id: addJob(service.store, project, pipeline_id),
    };
  });

  it("lists the changes of a merge request by pages", async () => {
    const page = async (more: object) => {
      const { body, headers } = await call("listMergeRequestDiffs", more);
      return [headers.get("x-total"), (body as { new_path: string; diff: string }[]).map((entry) => entry)];
    };
    expect(await page({ per_page: 1 })).toMatchObject([
      "2",
      [{ new_path: "a", diff: "@@ -1,2 +1,2 @@\n 1\n-2\n+two\n" }],
    ]);
    expect(await page({ per_page: 1, page: 2, unidiff: true })).toMatchObject([
      "2",
      [{ new_path: "b", new_file: true, diff: "--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+new\n" }],
    ]);
    expect(await page({ page: 3 })).toEqual(["2", []]);
    expect((await call("listMergeRequestDiffs", {}, "stranger")).status).toBe(404);
  });

  it("finds the merge requests of a commit", async () => {
    const listed = async (ref: string, more: object = {}) => {
      const { body } = await call("listCommitMergeRequests", { sha: ref, ...more });
      return (body as { iid: number }[]).map(({ iid }) => iid);
    };
    const { merge_request_iid: iid } = ids;
    expect([await listed("topic"), await listed("main")]).toEqual([[iid], []]);
    const merged = await call("acceptMergeRequest");
    const { merge_commit_sha } = merged.body as { merge_commit_sha: string };
    expect(await listed(merge_commit_sha, { state: "merged" })).toEqual([iid]);
    expect(await listed("topic", { state: "opened" })).toEqual([]);
    expect((await call("listClosedIssues")).body).toEqual([]);
  });

  it("finds a member of a project by id, and nobody else", async () => {
    const { body } = await call("listProjectMembers");
    const [member] = body as { id: number; access_level: number }[];
    expect((await call("getProjectMember", { user_id: member?.id })).body).toEqual(member);
    const missing = await call("getProjectMember", { user_id: 99_999 });
    expect([missing.status, missing.body]).toEqual([404, { message: "404 Member Not Found" }]);
    expect((await call("getProjectMember", { user_id: member?.id }, "stranger")).status).toBe(404);
  });

  it("measures a pipeline in whole seconds, and leaves out needs that a job has not", async () => {
    expect((await call("getPipeline")).body).toMatchObject({ queued_duration: 5, duration: 55 });
    const { body } = await call("getJob");
    expect(body).toMatchObject({ duration: 7.5, queued_duration: 2 });
    expect(body).not.toHaveProperty("needs");
  });

  /**
   * Types of the fields of real services' responses, by operation: those that their OpenAPI description names, and
   * `own` for what only this service has.
   */
  const types: Readonly<Record<string, string>> = {
    listPipelines: `id:int iid:int project_id:int name:text sha:text ref:text status:text source:text created_at:time
    updated_at:time web_url:text`,
    getPipeline: `id:int iid:int project_id:int name:text sha:text ref:text status:text source:text created_at:time
    updated_at:time web_url:text before_sha:text tag:flag yaml_errors:text user:object started_at:time
    finished_at:time committed_at:time duration:int queued_duration:int coverage:number detailed_status:object`,
    getJob: `id:int status:text stage:text name:text ref:text tag:flag coverage:number allow_failure:flag
    created_at:time started_at:time finished_at:time erased_at:time duration:number queued_duration:number
    user:object commit:object pipeline:object failure_reason:text web_url:text project:object
    artifacts_file:object artifacts:list runner:object artifacts_expire_at:time archived:flag tag_list:list
    needs:own`,
    getMergeRequest: `id:int iid:int project_id:int title:text description:text state:text created_at:time
    updated_at:time merged_by:object merge_user:object closed_by:object merged_at:time closed_at:time
    target_branch:text source_branch:text user_notes_count:int upvotes:int downvotes:int author:object
    assignees:list reviewers:list assignee:object source_project_id:int target_project_id:int labels:list
    draft:flag imported:flag work_in_progress:flag milestone:object merge_when_pipeline_succeeds:flag
    merge_status:text detailed_merge_status:text sha:text merge_commit_sha:text squash_commit_sha:text
    discussion_locked:flag should_remove_source_branch:flag force_remove_source_branch:flag
    allow_collaboration:flag allow_maintainer_to_push:flag reference:text references:object web_url:text
    time_stats:object squash:flag task_completion_status:object has_conflicts:flag
    blocking_discussions_resolved:flag subscribed:flag changes_count:text head_pipeline:object pipeline:object
    diff_refs:object merge_error:text rebase_in_progress:flag diverged_commits_count:int
    first_contribution:flag user:object`,
    getMergeRequestApprovals: `id:int iid:int project_id:int title:text description:text state:text
    created_at:time updated_at:time merge_status:text user_has_approved:flag user_can_approve:flag
    approved:flag approved_by:list approvals_required:int approvals_left:int`,
    listMergeRequestDiffs: `diff:text collapsed:flag too_large:flag new_path:text old_path:text a_mode:text
    b_mode:text new_file:flag renamed_file:flag deleted_file:flag generated_file:flag`,
    listMergeRequestCommits: `id:text short_id:text created_at:time parent_ids:list title:text message:text
    author_name:text author_email:text authored_date:time committer_name:text committer_email:text
    committed_date:time trailers:object extended_trailers:object web_url:text`,
    listLabels: `id:int name:text description:text description_html:text text_color:text color:text
    open_issues_count:int closed_issues_count:int open_merge_requests_count:int subscribed:flag
    priority:int is_project_label:flag`,
    listMilestones: `id:int iid:int project_id:int group_id:int title:text description:text state:text
    created_at:time updated_at:time due_date:day start_date:day expired:flag web_url:text`,
    listProjectMembers: `id:int username:text public_email:text name:text state:text locked:flag avatar_url:text
    web_url:text access_level:int created_at:time created_by:object expires_at:day membership_state:text`,
    listMergeRequestReactions: `id:int name:text user:object created_at:time updated_at:time awardable_id:int
    awardable_type:text url:text`,
    listMergeRequestNotes: `id:int type:text body:text attachment:text author:object created_at:time
    updated_at:time system:flag noteable_id:int noteable_type:text project_id:int commit_id:text
    position:object resolvable:flag resolved:flag resolved_by:object resolved_at:time suggestions:list
    confidential:flag internal:flag imported:flag noteable_iid:int commands_changes:object`,
    listDiscussions: "id:text individual_note:flag notes:list",
    listVariables: `variable_type:text key:text value:text hidden:flag protected:flag masked:flag raw:flag
    environment_scope:text description:text`,
    getMetadata: "version:text revision:text kas:object enterprise:flag",
    getTokenSelf: `id:int name:text revoked:flag created_at:time description:text scopes:list user_id:int
    last_used_at:time active:flag expires_at:day`,
    searchProjectBlobs: `basename:text data:text path:text filename:text id:text ref:text startline:int project_id:int
    group_id:int`,
    getBlame: "commit:object lines:list",
    listCommitStatuses: `id:int sha:text ref:text status:text name:text target_url:text description:text
    created_at:time started_at:time finished_at:time allow_failure:flag coverage:number pipeline_id:int
    author:object stage:own`,
  };

  const isOf: Readonly<Record<string, (value: unknown) => boolean>> = {
    int: Number.isSafeInteger,
    number: Number.isFinite,
    text: (value) => typeof value === "string",
    flag: (value) => typeof value === "boolean",
    time: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value),
    day: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
    object: (value) => typeof value === "object" && !Array.isArray(value),
    list: Array.isArray,
    own: () => true,
  };

  it("gives each field the type that real services have", async () => {
    insertLabel(service.store, project.id, { name: "tide" });
    insertMilestone(service.store, {
      projectId: project.id,
      title: "Spring",
      description: "",
      state: "active",
      startDate: null,
      dueDate: "2026-03-01",
      createdAt: "2026-01-01T00:00:00.000Z",
    });
    await call("createVariable", { key: "KNOWN", value: "v" });
    await call("createMergeRequestReaction", { name: "tada" });
    await call("createDiscussion", { body: "Why?" });
    await call("createCommitStatus", { state: "success", coverage: 81.5 });
    await call("updateMergeRequest", { labels: "tide" });
    const inputs: Readonly<Record<string, object>> = {
      searchProjectBlobs: { scope: "blobs", search: "2" },
      getBlame: { ref: "main" },
      getMergeRequest: { include_diverged_commits_count: true },
    };
    const wrong: string[] = [];
    for (const [name, fields] of Object.entries(types)) {
      const { status, body } = await call(name, inputs[name]);
      const entry: unknown = Array.isArray(body) ? body[0] : body;
      if (status !== 200 || entry === undefined) wrong.push(`${name} is ${status}`);
      const typeOf = new Map(fields.split(/\s+/).map((field) => field.split(":") as [string, string]));
      for (const [field, value] of Object.entries(Object(entry))) {
        const type = typeOf.get(field) ?? "";
        if (value === null ? type === "" : !isOf[type]?.(value))
          wrong.push(`${name} ${field} is ${JSON.stringify(value)}, not ${type || "known"}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("ci extensions", () => {
  const service = serviceForTests();
  let project: Project;
  let input: Readonly<Record<string, unknown>>;
  const config = {
    ".gitlab-ci.yml":
      "a: { script: x, when: manual }\nb: { script: x, only: [merge_requests], when: manual }",
  };
  beforeEach(async () => {
    project = await service.project();
    setRunJobs(service.store, project.id, true);
    const sha = await service.commit(project, { files: config });
    await service.commit(project, { files: { ...config, a: "1" }, branch: "topic", from: "main" });
    const pipeline = addPipeline(service.store, project, sha);
    const manual = { status: "manual", definition: jobDefinition.parse({ when: "manual" }) };
    const merge = { id: project.id, source_branch: "topic", target_branch: "main", title: "Add a" };
    const { body } = await service.operate(createMergeRequest, merge);
    const known = {
      environmentScope: "*",
      value: "v",
      file: false,
      masked: false,
      protected: false,
      raw: false,
      description: null,
    };
    putCiVariable(service.store, project.id, { ...known, key: "KNOWN" });
    input = {
      id: project.id,
      project_id: project.id,
      runner_type: "project_type",
      pipeline_id: pipeline,
      job_id: addJob(service.store, project, pipeline, manual),
      merge_request_iid: (body as { iid: number }).iid,
      sha,
      state: "success",
      ref: "main",
      run_jobs: true,
    };
  });

  const callers = ["nobody", "stranger", "guest", "reporter", "developer", "maintainer"] as const;
  /** A guest of a private project sees neither its jobs nor its code. */
  const reads = [401, 404, 403, 200, 200, 200] as const;
  const acts = (done: number) => [401, 404, 403, 403, done, done] as const;
  const administers = (done: number) => [401, 404, 403, 403, 403, done] as const;

  /** Of each extension: what it is called with beside the ids, and the status for each of the callers. */
  const table: readonly (readonly [string, AnyOperation, object, readonly number[]])[] = [
    ["list pipelines", listPipelines, {}, reads],
    ["get a pipeline", getPipeline, {}, reads],
    ["get the tests of a pipeline", getPipelineTestReport, {}, reads],
    ["create a pipeline", createPipeline, {}, acts(201)],
    ["cancel a pipeline", cancelPipeline, {}, acts(201)],
    ["retry a pipeline", retryPipeline, {}, acts(201)],
    ["list a merge request's pipelines", listMergeRequestPipelines, {}, reads],
    ["create a merge request's pipeline", createMergeRequestPipeline, {}, acts(201)],
    ["get a merge request's changes", getMergeRequestChanges, {}, reads],
    ["list a pipeline's bridges", listPipelineBridges, {}, reads],
    ["play a job", playJob, {}, acts(200)],
    ["report a commit's status", createCommitStatus, {}, acts(201)],
    ["get whether jobs run here", getCiSettings, {}, reads],
    ["set whether jobs run here", updateCiSettings, {}, administers(200)],
    ["list variables", listVariables, {}, administers(200)],
    ["get a variable", getVariable, { key: "KNOWN" }, administers(200)],
    ["create a variable", createVariable, { key: "NEW", value: "v" }, administers(201)],
    ["change a variable", updateVariable, { key: "KNOWN", value: "w" }, administers(200)],
    ["delete a variable", deleteVariable, { key: "KNOWN" }, administers(204)],
    ["create a runner", createRunner, {}, administers(201)],
  ];

  it.each(table)("%s: who may", async (_, operation, more, expected) => {
    const names = [operation.params, operation.query, operation.body].flatMap((part) =>
      Object.keys(part ?? {}),
    );
    const given = Object.fromEntries(
      Object.entries({ ...input, ...more }).filter(([name]) => names.includes(name)),
    );
    const statuses: number[] = [];
    for (const as of callers) {
      const again = as === "maintainer" && operation === playJob ? { job_id: anotherJob() } : {};
      statuses.push((await service.operate(operation, { ...given, ...again } as never, { as })).status);
    }
    expect(Object.fromEntries(callers.map((as, index) => [as, statuses[index]]))).toEqual(
      Object.fromEntries(callers.map((as, index) => [as, expected[index]])),
    );
  });

  /** A manual job can be started once. */
  const anotherJob = () =>
    addJob(service.store, project, Number(input.pipeline_id), {
      status: "manual",
      definition: jobDefinition.parse({ when: "manual" }),
    });
});
