import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Bridge } from "../../../shared/api/resources/job-shapes.ts";
import {
  cancelJob,
  eraseJob,
  getJob,
  getJobTrace,
  listJobs,
  listPipelineBridges,
  playJob,
  retryJob,
} from "../../../shared/api/resources/jobs.ts";
import {
  cancelPipeline,
  getPipeline,
  listPipelines,
  retryPipeline,
} from "../../../shared/api/resources/pipelines.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import { listCurrentJobs } from "../store/ci/jobs.ts";
import {
  findPipelineOfJob,
  hierarchySize,
  listChildPipelines,
  type Pipeline,
} from "../store/ci/pipelines.ts";
import { setMember } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

describe("downstream pipelines", () => {
  const ci = pipelinesForTests();
  const { service, commit, create, statesOf } = ci;
  const slow = { timeout: 30_000 };

  const bridgesOf = async (
    pipeline_id: number,
    as: TestCaller = "developer",
    project = ci.project,
  ): Promise<Bridge[]> => {
    const input = { id: project.id, pipeline_id, per_page: 100 };
    const { status, body } = await service.operate(listPipelineBridges, input, { as });
    expect(status).toBe(200);
    return body as Bridge[];
  };
  const bridgeOf = async (pipeline: number, name: string): Promise<Bridge> => {
    const found = (await bridgesOf(pipeline)).find((bridge) => bridge.name === name);
    if (!found) throw new Error(`no bridge ${name}`);
    return found;
  };
  /** Waits until a bridge has started its pipeline, and returns that. */
  async function childOf(pipeline: number, name: string): Promise<Pipeline> {
    for (;;) {
      const bridge = listCurrentJobs(service.store, pipeline).find((job) => job.name === name);
      const child = bridge && findPipelineOfJob(service.store, bridge.id);
      if (child) return child;
      await delay(10);
    }
  }
  const untilBridge = ci.untilJob;
  const start = async (file: string, more: Readonly<Record<string, string>> = {}, input: object = {}) => {
    await commit(file, more);
    const response = await create(input);
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return idOf(response);
  };
  /** Another project whose jobs run. */
  async function other(file: string, more: object = {}): Promise<Project> {
    const project = await service.project(more);
    setRunJobs(service.store, project.id, true);
    await service.commit(project, { files: { ".gitlab-ci.yml": file } });
    return project;
  }
  const traceOf = async (pipeline: number, name: string, project = ci.project): Promise<string> => {
    const job = listCurrentJobs(service.store, pipeline).find((each) => each.name === name);
    const input = { id: project.id, job_id: job?.id ?? 0 };
    return (await service.operate(getJobTrace, input)).bytes.toString();
  };

  it("a child pipeline runs its own files with the variables and inputs that it is given", async () => {
    const id = await start(
      `stages: [one, two]
variables: { GLOBAL: of all, LAMP: file }
child:
  stage: one
  variables: { LAMP: red of $CI_COMMIT_BRANCH }
  trigger: { include: [{ local: ci/child.yml, inputs: { word: hello } }], strategy: depend }
after: { stage: two, script: "true" }
`,
      {
        "ci/child.yml": `spec: { inputs: { word: } }
---
say:
  variables: { LAMP: own }
  script: 'echo "$[[ inputs.word ]] $CI_PIPELINE_SOURCE $LAMP $GLOBAL $GIVEN."'
`,
      },
      { variables: [{ key: "GIVEN", value: "given" }] },
    );
    await ci.until(id, "success");
    const child = await childOf(id, "child");
    expect(child).toMatchObject({ source: "parent_pipeline", ref: "main", status: "success" });
    // Given variables are passed on with `forward` alone.
    expect(await traceOf(child.id, "say")).toContain("hello parent_pipeline red of main of all .");
    const [bridge] = await bridgesOf(id);
    expect(bridge).toMatchObject({
      name: "child",
      stage: "one",
      status: "success",
      pipeline: { id },
      downstream_pipeline: { id: child.id, sha: child.sha, ref: "main", project_id: ci.project.id },
    });
    expect(bridge?.downstream_pipeline?.web_url).toMatch(/\/-\/pipelines\/\d+$/);
    // Neither is among jobs and pipelines unless it is asked for.
    const { id: project } = ci.project;
    const names = (await service.operate(listJobs, { id: project })).body as { name: string }[];
    expect(names.map(({ name }) => name).toSorted()).toEqual(["after", "say"]);
    expect((await service.operate(listPipelines, { id: project })).body).toMatchObject([{ id }]);
    const children = { id: project, source: "parent_pipeline" };
    expect((await service.operate(listPipelines, children)).body).toMatchObject([{ id: child.id }]);
  });

  it("forward passes on the variables of the start, and keeps those of the file", async () => {
    const id = await start(
      `variables: { GLOBAL: of all }
child:
  trigger: { include: child.yml, forward: { yaml_variables: false, pipeline_variables: true } }
`,
      { "child.yml": `say: { script: 'echo "<$GIVEN$GLOBAL>"' }` },
      { variables: [{ key: "GIVEN", value: "given" }] },
    );
    const child = await childOf(id, "child");
    await ci.until(child.id, "success");
    expect(await traceOf(child.id, "say")).toContain("<given>");
  });

  it("without a strategy a bridge has passed once its pipeline is there, with one it ends as that does", async () => {
    const id = await start(
      `stages: [one, two]
loose: { stage: one, trigger: { include: fails.yml } }
strict: { stage: one, trigger: { include: fails.yml, strategy: depend }, allow_failure: true }
waits: { stage: one, trigger: { include: waits.yml, strategy: depend } }
after: { stage: two, script: "true" }
`,
      {
        "fails.yml": "a: { script: exit 1 }",
        "waits.yml": `a: { script: "true", when: manual, allow_failure: false }`,
      },
    );
    await untilBridge(id, "strict", "failed");
    expect(await bridgeOf(id, "loose")).toMatchObject({ status: "success" });
    expect(await bridgeOf(id, "waits")).toMatchObject({ status: "running" });
    expect((await ci.pipelineOf(id)).status).toBe("running");
    expect(await statesOf(id)).toEqual({ after: "created" });
    const waiting = await childOf(id, "waits");
    const [job] = listCurrentJobs(service.store, waiting.id);
    await service.operate(playJob, { id: ci.project.id, job_id: job?.id ?? 0 });
    await ci.until(id, "success");
    expect(await statesOf(id)).toEqual({ after: "success" });
  });

  it("a child pipeline that a job made, with the variables of its report", async () => {
    const id = await start(`
make:
  stage: build
  script:
    - 'echo "say: { script: echo made by \\$NAME }" > child.yml'
    - echo NAME=report > vars.env
  artifacts: { paths: [child.yml], reports: { dotenv: vars.env } }
child:
  variables: { NAME: $NAME }
  trigger: { include: [{ artifact: child.yml, job: make }], strategy: depend }
none:
  trigger: { include: [{ artifact: other.yml, job: make }] }
`);
    await untilBridge(id, "none", "failed");
    await untilBridge(id, "child", "success");
    expect(await traceOf((await childOf(id, "child")).id, "say")).toContain("made by ");
    const failed = await bridgeOf(id, "none");
    expect(failed).toMatchObject({
      failure_reason: "downstream_pipeline_creation_failed",
      downstream_pipeline: { status: "failed" },
    });
    const one = { id: ci.project.id, pipeline_id: failed.downstream_pipeline?.id ?? 0 };
    expect((await service.operate(getPipeline, one)).body).toMatchObject({
      yaml_errors: "trigger: include: there is no artifact other.yml of make.",
    });
  });

  it("a pipeline of another project runs at its branch, with inputs, for who may run it there", async () => {
    const target = await other(`spec: { inputs: { word: { default: hi } } }
---
say: { script: 'echo "$[[ inputs.word ]] $CI_PIPELINE_SOURCE $FROM $CI_PROJECT_PATH"' }`);
    const id = await start(`
down:
  variables: { FROM: $CI_PROJECT_PATH, NAME: ${target.path} }
  trigger: { project: team/$NAME, branch: main, strategy: depend, inputs: { word: hello } }
`);
    await ci.until(id, "success");
    const child = await childOf(id, "down");
    expect(child).toMatchObject({ projectId: target.id, source: "pipeline", ref: "main" });
    expect(await traceOf(child.id, "say", target)).toContain(
      `hello pipeline ${ci.project.fullPath} ${target.fullPath}`,
    );
    // It is a pipeline of that project like others.
    expect((await service.operate(listPipelines, { id: target.id })).body).toMatchObject([{ id: child.id }]);
  });

  it.each([
    ["a project that is not there", "team/none", {}, "downstream_bridge_project_not_found"],
    ["a project that its user may not see", "secret", {}, "downstream_bridge_project_not_found"],
    ["a branch that is not there", "open", { branch: "none" }, "downstream_pipeline_creation_failed"],
    ["a branch that its user may not push to", "public", {}, "insufficient_bridge_permissions"],
    ["a project whose jobs are off", "off", {}, "downstream_pipeline_creation_failed"],
    ["inputs that it does not have", "open", { inputs: { a: "b" } }, "downstream_pipeline_creation_failed"],
  ])("fails for %s", async (_, kind, more, reason) => {
    let path = kind;
    if (!kind.startsWith("team/")) {
      const elsewhere = kind === "secret" || kind === "public";
      const visibility = kind === "public" ? "public" : "private";
      const target = await other('a: { script: "true" }', {
        ...(elsewhere ? { groupId: undefined, userId: 6, creatorId: 6 } : {}),
        path: `${kind}-${Math.random().toString(36).slice(2)}`,
        visibility,
      });
      if (kind === "off") setRunJobs(service.store, target.id, false);
      path = target.fullPath;
    }
    const id = await start(`down: { trigger: ${JSON.stringify({ project: path, ...more })} }`);
    await untilBridge(id, "down", "failed");
    expect(await bridgeOf(id, "down")).toMatchObject({ failure_reason: reason });
  });

  it("who may not read the other project does not see its pipeline", async () => {
    const target = await other('a: { script: "true" }', {
      groupId: undefined,
      userId: 4,
      creatorId: 4,
      path: `hidden-${ci.project.id}`,
      visibility: "private",
    });
    setMember(service.store, { kind: "project", id: target.id, userId: 3, role: "developer" });
    const id = await start(`down: { trigger: ${target.fullPath} }`);
    await ci.until(id, "success");
    expect((await bridgesOf(id))[0]?.downstream_pipeline).toMatchObject({ project_id: target.id });
    expect((await bridgesOf(id, "reporter"))[0]).toMatchObject({
      status: "success",
      downstream_pipeline: null,
    });
    const input = { id: ci.project.id, pipeline_id: id };
    expect((await service.operate(listPipelineBridges, input, { as: "nobody" })).status).toBe(401);
    expect((await service.operate(listPipelineBridges, input, { as: "guest" })).status).toBe(403);
  });

  it(
    "a manual bridge is started by hand, is no job with a log, and is cancelled and retried with its child",
    async () => {
      const id = await start(
        `hand: { trigger: { include: child.yml, strategy: depend }, when: manual, allow_failure: false }
late: { stage: deploy, script: "true" }`,
        { "child.yml": "long: { script: sleep 600 }" },
      );
      const { id: job_id } = await bridgeOf(id, "hand");
      const one = { id: ci.project.id, job_id };
      for (const operation of [getJob, getJobTrace])
        expect((await service.operate(operation, one)).status).toBe(404);
      expect((await service.operate(eraseJob, one)).status).toBe(404);
      for (const as of ["guest", "reporter"] as const)
        expect((await service.operate(playJob, one, { as })).status).toBe(403);
      expect((await service.operate(playJob, one)).body).toMatchObject({ id: job_id, status: "running" });
      const child = await childOf(id, "hand");
      await ci.untilJob(child.id, "long", "running");
      expect((await service.operate(cancelJob, one)).body).toMatchObject({ status: "canceled" });
      expect(await statesOf(child.id)).toEqual({ long: "canceled" });
      expect(await statesOf(id)).toEqual({ late: "skipped" });

      const again = await service.operate(retryJob, one);
      expect(again.status).toBe(201);
      const second = await childOf(id, "hand");
      expect(second.id).not.toBe(child.id);
      await ci.untilJob(second.id, "long", "running");
      await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id: id });
      expect(await statesOf(second.id)).toEqual({ long: "canceled" });
      expect((await ci.pipelineOf(id)).status).toBe("canceled");
    },
    slow.timeout,
  );

  it("a retry in a child pipeline lets its parent go on", async () => {
    const id = await start(
      `stages: [one, two]
child: { stage: one, trigger: { include: child.yml, strategy: depend } }
after: { stage: two, script: "true" }`,
      { "child.yml": "a: { script: 'test -n \"$GO\"', when: manual, allow_failure: false }" },
    );
    const child = await childOf(id, "child");
    const [job] = listCurrentJobs(service.store, child.id);
    await service.operate(playJob, { id: ci.project.id, job_id: job?.id ?? 0 });
    await ci.until(id, "failed");
    expect(await statesOf(id)).toEqual({ after: "skipped" });
    await service.operate(retryPipeline, { id: ci.project.id, pipeline_id: child.id });
    await ci.until(id, "running");
    const again = listCurrentJobs(service.store, child.id)[0];
    const variables = [{ key: "GO", value: "1" }];
    const play = { id: ci.project.id, job_id: again?.id ?? 0, job_variables_attributes: variables };
    expect((await service.operate(playJob, play)).status).toBe(200);
    await ci.until(id, "success");
    expect(await statesOf(id)).toEqual({ after: "success" });
  });

  it("a child may have a child, and no more below", async () => {
    const id = await start("a: { trigger: { include: again.yml, strategy: depend } }", {
      "again.yml": "a: { trigger: { include: again.yml, strategy: depend } }",
    });
    await ci.until(id, "failed");
    const children = listChildPipelines(service.store, id);
    expect(children).toHaveLength(2);
    const [last] = await bridgesOf(children[1]?.id ?? 0);
    expect(last).toMatchObject({ failure_reason: "reached_max_descendant_pipelines_depth" });
    const retried = await service.operate(retryJob, { id: ci.project.id, job_id: last?.id ?? 0 });
    expect(retried.status).toBe(403);
  });

  it(
    "projects that start each other stop",
    async () => {
      const second = await service.project();
      setRunJobs(service.store, second.id, true);
      const file = (path: string) => `again: { trigger: ${path} }`;
      await service.commit(second, { files: { ".gitlab-ci.yml": file(ci.project.fullPath) } });
      const id = await start(file(second.fullPath));
      let size = 0;
      do {
        size = hierarchySize(service.store, id).pipelines;
        await delay(300);
      } while (hierarchySize(service.store, id).pipelines > size);
      expect(size).toBeLessThan(10);
    },
    slow.timeout,
  );

  it("whatever a file says, the pipelines and jobs of one start are bounded", async () => {
    const many = (count: number, more: string) => `wide: { trigger: ${more}, parallel: ${count} }`;
    const id = await start(many(200, "{ include: child.yml }"), {
      "child.yml": many(200, "{ include: child.yml }"),
    });
    const started = () => hierarchySize(service.store, id);
    const waits = () =>
      service.store.get("SELECT 1 FROM outbox WHERE kind = 'downstream_pipeline'") !== undefined;
    while (waits()) await delay(100);
    expect(started().pipelines).toBeLessThanOrEqual(100);
    expect(started().jobs).toBeLessThanOrEqual(2_000);
    const reasons = new Set(
      listCurrentJobs(service.store, id).map(({ failureReason }) => failureReason ?? "none"),
    );
    expect([...reasons].toSorted()).toEqual(["none", "reached_max_pipeline_hierarchy_size"]);
  }, 120_000);

  it("a queue that starts takes no bridge for a job that was lost", async () => {
    const id = await start("child: { trigger: { include: child.yml, strategy: depend } }", {
      "child.yml": 'a: { script: "true", when: manual, allow_failure: false }',
    });
    await childOf(id, "child");
    await ci.stopQueue();
    ci.startQueue();
    expect(await bridgeOf(id, "child")).toMatchObject({ status: "running" });
  });
});
