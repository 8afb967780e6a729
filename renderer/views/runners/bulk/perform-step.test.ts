import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { performStep } from "./perform-step.ts";
import type { PlannedStep } from "./plan.ts";

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

const perform = (step: PlannedStep) => performStep("1", "17.0.0", () => undefined)(7, step);

it("pauses and resumes a runner, each undone by the other", async () => {
  expect(await perform({ kind: "set-paused", paused: true })).toEqual({ kind: "set-paused", paused: false });
  expect(runner.paused).toBe(true);
  expect(await perform({ kind: "set-paused", paused: false })).toEqual({ kind: "set-paused", paused: true });
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
