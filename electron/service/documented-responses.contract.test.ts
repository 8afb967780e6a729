import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createCommit,
  createCommitComment,
  getCommit,
  listCommits,
} from "../../shared/api/resources/commits.ts";
import { createDiscussion } from "../../shared/api/resources/discussions.ts";
import { createEnvironment } from "../../shared/api/resources/environments.ts";
import {
  addSpentTime,
  createMergeRequest,
  listProjectMergeRequests,
  setTimeEstimate,
  updateMergeRequest,
} from "../../shared/api/resources/merge-requests.ts";
import { createMergeRequestNote } from "../../shared/api/resources/notes.ts";
import { createRelease } from "../../shared/api/resources/releases.ts";
import { getMergeBase } from "../../shared/api/resources/repository.ts";
import { jobDefinition } from "../../shared/ci/config/job-definition.ts";
import { createSeed } from "./domain/ci/runner-access.ts";
import { addJob, addPipeline } from "./routes/testing/ci-records.ts";
import { type ContractService, contractService } from "./routes/testing/contract-service.ts";
import { insertDeployment, insertEnvironment } from "./store/ci/environments.ts";
import { insertRunner } from "./store/ci/runners.ts";
import type { Project } from "./store/projects/projects.ts";

describe("documented responses", () => {
  let service: ContractService;
  let project: Project;
  let sha: string;
  let iid: number;

  beforeAll(async () => {
    service = await contractService();
    project = await service.project({ visibility: "public" });
    sha = await service.commit(project, { files: { "a.txt": "a\n" } });
    await service.commit(project, { branch: "topic", from: sha, files: { "b.txt": "b\n" } });
    const made = await service.operate(createMergeRequest, {
      id: project.id,
      source_branch: "topic",
      target_branch: "main",
      title: "Übersicht of all lists",
    });
    ({ iid } = made.body as { iid: number });
  });
  afterAll(() => service.remove());

  describe("methods of a path", () => {
    it.each([
      ["DELETE", "/projects", "GET, HEAD, POST"],
      ["PUT", "/hooks", "GET, HEAD, POST"],
      ["POST", "/projects/1/merge_requests/1/notes/1", "GET, HEAD, PUT, DELETE"],
      ["PATCH", "/projects/1/repository/files/a", "GET, HEAD, POST, PUT, DELETE"],
      ["GET", "/projects/1/jobs/1/cancel", "POST"],
    ])("%s %s is refused with the allowed methods", async (method, path, allowed) => {
      const response = await fetch(`${service.url}/api/v4${path}`, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, allowed]);
      expect(await response.json()).toEqual({ error: "405 Not Allowed" });
    });

    it("keeps 404 for a path of none", async () => {
      const response = await fetch(`${service.url}/api/v4/nothing/here`, { method: "PUT" });
      expect([response.status, response.headers.get("allow")]).toEqual([404, null]);
    });

    it.each([
      "/projects",
      "/projects/:id/repository/branches?per_page=1",
      "/projects/:id/repository/commits/main",
      "/projects/:id/repository/files/a%2Etxt/raw?ref=main",
      "/projects/:id/repository/archive.zip",
      "/projects/:id/repository/compare?from=main&to=topic",
      "/projects/:id/repository/branches/none",
    ])("HEAD of %s is its GET without a body", async (path) => {
      const url = `${service.url}/api/v4${path.replace(":id", String(project.id))}`;
      const [get, head] = await Promise.all([sendRaw("GET", url), sendRaw("HEAD", url)]);
      expect(head.body).toBe("");
      expect([head.status, head.headers]).toEqual([get.status, { ...get.headers, ...lengthOf(path) }]);
    });

    /** A response that is streamed while it is generated has no length in its headers. */
    const lengthOf = (path: string) => (path.includes("compare") ? { "content-length": undefined } : {});

    /** Sends a request without fetch, which adds headers. Returns the response without headers of connection and time. */
    async function sendRaw(method: string, url: string) {
      const headers = { "private-token": service.tokens.get("developer") ?? "" };
      return new Promise<{ status: number | undefined; headers: object; body: string }>((resolve, reject) => {
        const call = request(url, { method, headers, agent: false }, (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("end", () => {
            const { date, connection, "transfer-encoding": how, ...rest } = response.headers;
            resolve({ status: response.statusCode, headers: rest, body: Buffer.concat(parts).toString() });
          });
        });
        call.on("error", reject).end();
      });
    }
  });

  describe("input", () => {
    it("reads null of an optional field as absent", async () => {
      const made = await service.call("POST", `/projects/${project.id}/environments`, {
        body: { name: "null", external_url: null },
      });
      expect(made).toMatchObject({ status: 201, body: { external_url: null } });
      const commit = await service.call("POST", `/projects/${project.id}/repository/commits`, {
        body: {
          branch: "null",
          start_branch: "main",
          commit_message: "Null",
          author_name: null,
          stats: null,
          actions: [{ action: "create", file_path: "n", content: "n", encoding: null, last_commit_id: null }],
        },
      });
      expect(commit).toMatchObject({ status: 201, body: { stats: { additions: 1 } } });
      const missing = await service.call("POST", `/projects/${project.id}/environments`, {
        body: { name: null },
      });
      expect(missing.status).toBe(400);
    });

    it("accepts None and Any in any case", async () => {
      const list = async (query: string) => {
        const { status, body } = await service.call("GET", `/projects/${project.id}/merge_requests?${query}`);
        return [status, (body as unknown[]).length];
      };
      for (const name of ["assignee_id", "milestone", "labels", "my_reaction_emoji"]) {
        expect([name, await list(`${name}=none`)]).toEqual([name, [200, 1]]);
        expect([name, await list(`${name}=NONE`)]).toEqual([name, [200, 1]]);
        expect([name, await list(`${name}=aNy`)]).toEqual([name, [200, 0]]);
      }
    });

    it("searches merge requests for every word, in any case of any script", async () => {
      const list = async (query: string) => {
        const { body } = await service.call("GET", `/projects/${project.id}/merge_requests?search=${query}`);
        return (body as unknown[]).length;
      };
      const found = ["%C3%BCBERSICHT", "lists+%C3%9Cbersicht", "OF+all", "%22all+lists%22"];
      expect(await Promise.all(found.map(list))).toEqual([1, 1, 1, 1]);
      expect(await Promise.all(["lists+none", "%22lists+all%22"].map(list))).toEqual([0, 0]);
    });

    it("names the field whose rule a call breaks", async () => {
      const commit = {
        branch: "main",
        commit_message: "m",
        actions: [{ action: "update", file_path: "a.txt" }],
      };
      const refused = await service.call("POST", `/projects/${project.id}/repository/commits`, {
        body: commit,
      });
      expect([refused.status, refused.body]).toEqual([400, { error: "actions[0][content] is missing" }]);
    });

    it("reads durations such as 1h 30m", async () => {
      const at = { id: project.id, merge_request_iid: iid };
      const estimate = await service.operate(setTimeEstimate, { ...at, duration: "1 hour 30 minutes" });
      expect(estimate.body).toMatchObject({ time_estimate: 5_400, human_time_estimate: "1h 30m" });
      const spent = await service.operate(addSpentTime, { ...at, duration: "2d 3hrs" });
      expect(spent.body).toMatchObject({ total_time_spent: 19 * 3_600 });
      const less = await service.operate(addSpentTime, { ...at, duration: "-1 week" });
      expect(less.status).toBe(400);
      const back = await service.operate(addSpentTime, { ...at, duration: "- 3 hours" });
      expect(back.body).toMatchObject({ total_time_spent: 16 * 3_600 });
    });
  });

  describe("responses", () => {
    it("carry the state of a commit wherever one is returned", async () => {
      const made = await service.operate(createCommit, {
        id: project.id,
        branch: "main",
        commit_message: "Piped",
        actions: [{ action: "create", file_path: "piped.txt", content: "1\n" }],
      });
      const { id } = made.body as { id: string };
      const pipeline = addPipeline(service.store, project, id, { status: "failed" });
      const state = {
        status: "failed",
        last_pipeline: { id: pipeline, ref: "main", sha: id, status: "failed" },
      };
      const one = await service.operate(getCommit, { id: project.id, sha: id });
      expect(one.body).toMatchObject(state);
      const list = await service.operate(listCommits, { id: project.id, ref_name: "main", per_page: 2 });
      expect(list.body).toMatchObject([state, { id: sha, status: null, last_pipeline: null }]);
      const base = await service.operate(getMergeBase, { id: project.id, refs: [id, "main"] });
      expect(base.body).toMatchObject({ id, ...state });
    });

    it("name sources of a release that can be downloaded", async () => {
      await service.operate(createRelease, {
        id: project.id,
        name: "One",
        tag_name: "v1/a",
        ref: "main",
        description: "Notes",
      });
      const { body } = await service.call("GET", `/projects/${project.id}/releases/v1%2Fa`);
      const { assets } = body as { assets: { sources: { format: string; url: string }[] } };
      for (const format of ["zip", "tar.gz", "tar"]) {
        const url = assets.sources.find((source) => source.format === format)?.url ?? "";
        const { pathname, search } = new URL(url);
        const archive = await fetch(`${service.url}${pathname}${search}`, {
          headers: { "private-token": service.tokens.get("reporter") ?? "" },
        });
        expect([format, archive.status]).toEqual([format, 200]);
        expect((await archive.arrayBuffer()).byteLength).toBeGreaterThan(100);
      }
    });

    it("have a boolean for the source branch", async () => {
      const { body } = await service.operate(listProjectMergeRequests, { id: project.id });
      expect(body).toMatchObject([{ should_remove_source_branch: false, force_remove_source_branch: false }]);
    });

    it("allow comments on a commit to those who may comment on a merge request", async () => {
      const hidden = await service.project({ visibility: "private" });
      await service.commit(hidden, { files: { a: "a" } });
      for (const as of ["nobody", "stranger", "guest", "reporter"] as const) {
        const onCommit = await service.operate(
          createCommitComment,
          { id: project.id, sha, note: "Seen" },
          { as },
        );
        const onMergeRequest = await service.operate(
          createMergeRequestNote,
          { id: project.id, merge_request_iid: iid, body: "Seen" },
          { as },
        );
        expect([as, onCommit.status]).toEqual([as, onMergeRequest.status]);
        const privately = await service.operate(
          createCommitComment,
          { id: hidden.id, sha: "main", note: "S" },
          { as },
        );
        const expected = { nobody: 401, stranger: 404, guest: 403, reporter: 201 }[as];
        expect([as, privately.status]).toEqual([as, expected]);
      }
    });

    it("restrict comments on a locked discussion to members", async () => {
      const at = { id: project.id, merge_request_iid: iid };
      await service.operate(updateMergeRequest, { ...at, discussion_locked: true });
      const say = async (as: "stranger" | "guest") => [
        (await service.operate(createMergeRequestNote, { ...at, body: "Seen" }, { as })).status,
        (await service.operate(createDiscussion, { ...at, body: "Seen" }, { as })).status,
      ];
      expect([await say("stranger"), await say("guest")]).toEqual([
        [403, 403],
        [201, 201],
      ]);
      await service.operate(updateMergeRequest, { ...at, discussion_locked: false });
      expect(await say("stranger")).toEqual([201, 201]);
    });

    it("are made without an environment's address where none was given", async () => {
      const made = await service.operate(createEnvironment, { id: project.id, name: "plain" });
      expect(made.body).toMatchObject({ external_url: null });
    });
  });
});

describe("documented ci fields", () => {
  const commit = "id short_id title message author_name author_email created_at"
    .split(" ")
    .map((name) => `commit.${name}`);
  const job = [
    ..."id name stage ref status tag coverage created_at started_at finished_at duration".split(" "),
    ..."artifacts_expire_at artifacts runner user web_url".split(" "),
    ...commit,
    ..."id ref sha status".split(" ").map((name) => `pipeline.${name}`),
  ];
  const jobOfRunner = [
    ...job,
    "ip_address",
    ..."id description name name_with_namespace path path_with_namespace created_at"
      .split(" ")
      .map((name) => `project.${name}`),
  ];
  const under = (parent: string, names: readonly string[]) => names.map((name) => `${parent}.${name}`);
  const deployment = [
    ..."id iid ref sha created_at user.username environment.id environment.name environment.external_url".split(
      " ",
    ),
    ...under("deployable", [..."id name stage status ref user".split(" "), ...commit]),
  ];
  const environment = "id name slug external_url".split(" ");
  const lastDeployment = under("last_deployment", [
    ...deployment,
    ...under("deployable", "duration pipeline.web_url web_url artifacts artifacts_expire_at".split(" ")),
  ]);
  const runner = "active description id is_shared ip_address name online status".split(" ");
  const runnerDetail = [
    ...runner,
    ..."architecture platform revision version contacted_at token tag_list access_level maximum_timeout".split(
      " ",
    ),
    ...under("projects", "id name name_with_namespace path path_with_namespace".split(" ")),
  ];

  /** Fields that the documentation gives the first entry of a list or a single record, with those of their objects. */
  const documented: readonly [method: "GET" | "PUT" | "POST", path: string, fields: readonly string[]][] = [
    ["GET", "/projects/:id/jobs", job],
    ["GET", "/projects/:id/pipelines/:pipeline/jobs", job],
    ["GET", "/projects/:id/jobs/:job", job],
    ["GET", "/runners/:runner/jobs", jobOfRunner],
    ["GET", "/projects/:id/deployments", deployment],
    ["GET", "/projects/:id/deployments/:deployment", deployment],
    ["GET", "/projects/:id/environments", environment],
    ["GET", "/projects/:id/environments/:environment", [...environment, ...lastDeployment]],
    ["PUT", "/projects/:id/environments/:environment", environment],
    ["GET", "/runners?type=project_type", runner],
    ["GET", "/projects/:id/runners", runner],
    ["GET", "/runners/:runner", runnerDetail],
    ["PUT", "/runners/:runner", runnerDetail],
    ["POST", "/projects/:id/jobs/:manual/cancel", job],
    ["POST", "/projects/:id/jobs/:job/retry", job],
    ["POST", "/projects/:id/environments/:environment/stop", environment],
  ];

  let service: ContractService;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    service = await contractService();
    const { store } = service;
    const project = await service.project();
    const sha = await service.commit(project, { files: { "a.txt": "a\n" } });
    const { id: runnerId } = insertRunner(store, {
      type: "project_type",
      seed: createSeed(),
      projectIds: [project.id],
    });
    const pipeline = addPipeline(store, project, sha);
    const definition = jobDefinition.parse({
      environment: { name: "production", url: null, action: "start", onStop: null },
    });
    const jobId = addJob(store, project, pipeline, { definition, runnerId });
    const manual = addJob(store, project, pipeline, { name: "later", status: "pending" });
    const { id: environmentId } = insertEnvironment(store, project.id, {
      name: "production",
      slug: "production",
    });
    const deploymentId = insertDeployment(store, project.id, {
      environmentId,
      ref: "main",
      sha,
      jobId,
      userId: 1,
      status: "success",
      createdAt: "2026-11-01T10:00:00.000Z",
      updatedAt: "2026-11-01T10:01:00.000Z",
    });
    Object.assign(ids, { id: project.id, pipeline, job: jobId, manual, runner: runnerId });
    Object.assign(ids, { environment: environmentId, deployment: deploymentId });
  });
  afterAll(() => service.remove());

  it.each(documented)("%s %s has every documented field", async (method, path, fields) => {
    const url = path.replace(/:(\w+)/g, (_, name: string) => String(ids[name]));
    const body = method === "PUT" ? { body: path.startsWith("/runners") ? { description: "x" } : {} } : {};
    const response = await service.call(method, url, { ...body, as: "owner" });
    expect([200, 201]).toContain(response.status);
    const record: unknown = Array.isArray(response.body)
      ? response.body.find((entry: { id?: unknown }) => !path.endsWith("jobs") || entry.id === ids.job)
      : response.body;
    expect(fields.filter((field) => !has(record, field.split(".")))).toEqual([]);
  });

  /** Returns whether a record has a field, in its first entry where it is a list; null counts. */
  function has(record: unknown, [name, ...rest]: readonly string[]): boolean {
    const value: unknown = Array.isArray(record) ? record[0] : record;
    if (name === undefined) return true;
    return (
      typeof value === "object" && value !== null && name in value && has(Reflect.get(value, name), rest)
    );
  }
});
