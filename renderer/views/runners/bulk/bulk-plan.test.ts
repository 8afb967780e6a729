import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { job } from "../../../../shared/api/resources/job-shapes.ts";
import { runner, runnerDetail } from "../../../../shared/api/resources/runners.ts";
import { createQueryClient } from "../../../api/query-client.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { type FleetRow, fleetRow, summariseJobs } from "../fleet/fleet-row.ts";
import { type PlannedStep, performStep, planAction, type RunnerAction } from "./bulk-plan.ts";
import { nextTags, parseTags, revertTags } from "./tag-choice.tsx";

const project = (id: number) => ({
  id,
  name: `p${id}`,
  name_with_namespace: `g / p${id}`,
  path: `p${id}`,
  path_with_namespace: `g/p${id}`,
});
function row(id: number, more: object = {}): FleetRow {
  const raw = { id, description: `pier-${id}`, status: "online", runner_type: "project_type", ...more };
  const details = runnerDetail.parse({ tag_list: ["linux"], projects: [project(1)], ...raw });
  return fleetRow(runner.parse(raw), details);
}
const verdicts = (action: RunnerAction, rows: readonly FleetRow[], isAdmin = true) =>
  planAction(action, rows, { isAdmin }).map(({ verdict, text }) => `${verdict}: ${text}`);

describe("a dry run", () => {
  const paused = { paused: true, active: false };

  it("pauses what is active and resumes what is paused", () => {
    const rows = [row(1), row(2, paused)];
    expect(verdicts({ kind: "pause" }, rows)).toEqual(["change: Active → paused", "same: Already paused"]);
    expect(verdicts({ kind: "resume" }, rows)).toEqual(["same: Already active", "change: Paused → active"]);
    expect(planAction({ kind: "pause" }, rows, { isAdmin: true })[0]).toMatchObject({
      id: 1,
      name: "pier-1",
      step: { kind: "set-paused", paused: true },
    });
  });

  it("leaves instance runners to administrators", () => {
    const shared = [row(1, { runner_type: "instance_type" })];
    expect(verdicts({ kind: "pause" }, shared, false)).toEqual([
      "blocked: Only administrators can change instance runners.",
    ]);
    expect(verdicts({ kind: "pause" }, shared, true)).toEqual(["change: Active → paused"]);
  });

  it("lists added and removed tags, and refuses to leave none where one is needed", () => {
    const retag = (add: string[], remove: string[]): RunnerAction => ({
      kind: "retag",
      change: { kind: "edit", add, remove },
    });
    const rows = [row(1), row(2, { tag_list: ["linux", "gpu"] }), row(3, { run_untagged: false })];
    expect(verdicts(retag(["gpu"], []), rows)).toEqual([
      "change: +gpu",
      "same: Tags stay the same",
      "change: +gpu",
    ]);
    expect(verdicts(retag([], ["linux"]), rows)[2]).toMatch(/^blocked: .*at least one tag/);
    expect(verdicts({ kind: "retag", change: { kind: "set", tags: ["a", "a"] } }, rows)[1]).toBe(
      "change: +a −linux −gpu",
    );
    expect(verdicts(retag(["gpu"], []), [fleetRow(row(4).runner)])).toEqual([
      "blocked: Its tags could not be loaded.",
    ]);
  });

  it("enables project runners that are not locked, and disables all but the only project", () => {
    const target = { id: 2, path: "g/p2" };
    const rows = [
      row(1),
      row(2, { projects: [project(1), project(2)] }),
      row(3, { locked: true }),
      row(4, { runner_type: "instance_type" }),
      row(5, { runner_type: "group_type" }),
    ];
    expect(verdicts({ kind: "enable", project: target }, rows)).toEqual([
      "change: Enable for g/p2",
      "same: Already enabled for g/p2",
      "blocked: Locked to its projects. Unlock the runner first.",
      "blocked: Instance runners serve every project already.",
      "blocked: Group runners serve the projects of their group.",
    ]);
    expect(verdicts({ kind: "disable", project: target }, rows).slice(0, 2)).toEqual([
      "same: Not enabled for g/p2",
      "change: Disable for g/p2",
    ]);
    expect(verdicts({ kind: "disable", project: { id: 1, path: "g/p1" } }, [row(1)])).toEqual([
      "blocked: This is its only project. Delete the runner instead.",
    ]);
  });

  it("lets administrators alone delete what several projects use", () => {
    const many = [row(1, { projects: [project(1), project(2)] })];
    expect(verdicts({ kind: "delete" }, many, false)[0]).toMatch(/^blocked: Enabled for 2 projects/);
    expect(verdicts({ kind: "delete" }, many)).toEqual(["change: "]);
  });

  it("names the jobs that a deletion would end", () => {
    const jobs = summariseJobs(
      ["running", "success"].map((status, id) => job.parse({ id, name: `job-${id}`, status })),
    );
    expect(verdicts({ kind: "delete" }, [{ ...row(1), jobs }])).toEqual(["change: With 1 running job"]);
  });
});

it("reads typed tags, and takes a change back without what others changed", () => {
  expect(parseTags(" docker, gpu,,docker ")).toEqual(["docker", "gpu"]);
  const undo = revertTags(["a", "b"], ["b", "c"]);
  expect(nextTags(["b", "c", "theirs"], undo)).toEqual(["b", "theirs", "a"]);
});

describe("perform step", () => {
  /** The runner as the service has it. */
  let runner = { id: 7, paused: false, tag_list: ["docker"] };
  /** Methods of the requests, in order. */
  let methods: string[] = [];
  beforeEach(() => {
    runner = { id: 7, paused: false, tag_list: ["docker"] };
    methods = [];
    vi.stubGlobal("fetch", async (_: string, { method = "GET", body }: RequestInit = {}) => {
      methods.push(method);
      if (method === "PUT") runner = { ...runner, ...JSON.parse(String(body)) };
      return Response.json({ ...runner, active: !runner.paused, status: "online", projects: [] });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const perform = (step: PlannedStep) =>
    performStep(createWriteFlow(createQueryClient()), "1", "17.0.0", () => undefined)(7, step);

  it("pauses and resumes a runner, each undone by the other", async () => {
    expect(await perform({ kind: "set-paused", paused: true })).toEqual({
      kind: "set-paused",
      paused: false,
    });
    expect(runner.paused).toBe(true);
    expect(await perform({ kind: "set-paused", paused: false })).toEqual({
      kind: "set-paused",
      paused: true,
    });
    expect(methods).toEqual(["GET", "PUT", "GET", "PUT"]);
  });

  it("neither changes nor undoes what somebody else has paused meanwhile", async () => {
    runner.paused = true;
    expect(await perform({ kind: "set-paused", paused: true })).toBeNull();
    expect(methods).toEqual(["GET"]);
  });

  it("reverts only its own change of the tags", async () => {
    runner.tag_list = ["docker", "theirs"];
    const step = { kind: "set-tags", change: { kind: "edit", add: ["gpu"], remove: ["docker"] } } as const;
    const undo = await perform(step);
    expect(runner.tag_list).toEqual(["theirs", "gpu"]);
    runner.tag_list.push("later");
    if (undo) await perform(undo);
    expect(runner.tag_list).toEqual(["theirs", "later", "docker"]);
  });

  it("takes back enabling by disabling, and a deletion by nothing", async () => {
    const project = { id: 3, path: "fjord/lantern" };
    expect(await perform({ kind: "enable", project })).toEqual({ kind: "disable", project });
    expect(await perform({ kind: "disable", project })).toEqual({ kind: "enable", project });
    expect(await perform({ kind: "delete" })).toBeNull();
  });
});
