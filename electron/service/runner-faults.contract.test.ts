import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServiceWithRunners, serviceWithRunners } from "./testing/service-with-runners.ts";
import {
  type Fault,
  type JobOfResponse,
  type JobUpdate,
  type TestRunner,
  TestTrace,
} from "./testing/test-runner.ts";

let service: ServiceWithRunners;
let token: string;
beforeAll(async () => {
  service = await serviceWithRunners();
  ({ token } = await service.createRunner());
  await service.machine(token).requestJob();
  await service.commit("job: { script: x, parallel: 4 }");
});
afterAll(() => service.remove());

/** A job that a machine has, with what the machine knows of its own requests. */
interface Held {
  readonly job: JobOfResponse;
  readonly trace: TestTrace;
  readonly runner: TestRunner;
  /** Reports of its end that were accepted, with the bytes of its log. */
  readonly accepted: { readonly state: JobUpdate["state"]; readonly bytes: number }[];
}

const ends = fc.constantFrom<JobUpdate>(
  { state: "success" },
  { state: "failed", failure_reason: "script_failure" },
);
const place = fc.nat({ max: 30 });
const which = fc.nat({ max: 7 });

/** What machines and people do, in any order. */
const action = fc.oneof(
  fc.record({ do: fc.constant("ask" as const), machines: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant("print" as const), which, text: fc.string({ minLength: 1, maxLength: 20 }) }),
  fc.record({ do: fc.constant("send" as const), which }),
  fc.record({ do: fc.constant("send twice" as const), which }),
  fc.record({ do: fc.constant("send from" as const), which, place }),
  fc.record({ do: fc.constant("report" as const), which, end: ends }),
  fc.record({ do: fc.constant("report both" as const), which, ends: fc.tuple(ends, ends) }),
  fc.record({ do: fc.constant("send while reporting" as const), which, end: ends }),
  fc.record({ do: fc.constant("cancel" as const), which }),
  fc.record({ do: fc.constant("restart" as const) }),
  fc.record({ do: fc.constant("send while restarting" as const), which }),
  fc.record({ do: fc.constant("report while restarting" as const), which, end: ends }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.constant("none" as const) },
  { weight: 1, arbitrary: fc.constant("not-sent" as const) },
  { weight: 1, arbitrary: fc.constant("lost-response" as const) },
  { weight: 1, arbitrary: fc.record({ delayMs: fc.nat({ max: 10 }) }) },
);

const finalStates = ["success", "failed", "canceled", "skipped"];

/** Does actions with faults, and then without until all jobs have ended; checks what has to be true of every job. */
async function play(actions: readonly Action[], faults: readonly Fault[]): Promise<void> {
  let next = 0;
  let isFaulty = true;
  const faultOf = (): Fault => (isFaulty ? (faults[next++ % faults.length] ?? "none") : "none");
  // Each request is a machine's first: it does not wait for a job that may never come.
  const machine = (index = 0) => service.machine(token, { systemId: `s_${index}`, faultOf });
  const held: Held[] = [];
  const cancelled = new Set<number>();
  const pipeline = await service.run();

  const ask = async (runner: TestRunner) => {
    const job = await runner.requestJob().catch(() => null);
    if (job) held.push({ job, runner, trace: new TestTrace(runner, job, 16), accepted: [] });
    return job;
  };
  const report = async (at: Held, end: JobUpdate) => {
    const output = { checksum: "crc32:0", bytesize: at.trace.bytes.length };
    const { state } = await at.runner.updateJob(at.job, { ...end, output });
    if (state === "succeeded") at.accepted.push({ state: end.state, bytes: output.bytesize });
  };
  const perform = async (each: Action): Promise<void> => {
    if (each.do === "restart") return service.restart();
    if (each.do === "ask") {
      await Promise.all(Array.from({ length: each.machines }, (_, index) => ask(machine(index))));
      return;
    }
    const at = held[each.which % Math.max(1, held.length)];
    if (!at) return;
    if (each.do === "print") at.trace.write(each.text);
    if (each.do === "send") await at.trace.sendPatch();
    if (each.do === "send twice") await Promise.all([at.trace.sendPatch(), at.trace.sendPatch()]);
    if (each.do === "send from") {
      const content = at.trace.bytes.subarray(each.place, each.place + 16);
      if (content.length > 0) await at.runner.patchTrace(at.job, content, each.place);
    }
    if (each.do === "report") await report(at, each.end);
    if (each.do === "report both") await Promise.all(each.ends.map((end) => report(at, end)));
    if (each.do === "send while reporting") await Promise.all([at.trace.sendPatch(), report(at, each.end)]);
    if (each.do === "send while restarting") await Promise.all([at.trace.sendPatch(), service.restart()]);
    if (each.do === "report while restarting") await Promise.all([report(at, each.end), service.restart()]);
    if (each.do === "cancel") {
      await service.cancel(at.job.id);
      cancelled.add(at.job.id);
    }
  };

  for (const each of actions) await perform(each);
  isFaulty = false;
  const jobsOfRun = async () => {
    const path = `/projects/${service.project.id}/pipelines/${pipeline}/jobs?per_page=100`;
    return (await service.call("GET", path)) as readonly { id: number; status: string }[];
  };
  // What is still there to be taken is taken, and every machine ends what it has.
  while (await ask(machine()));
  for (const { trace, accepted } of held) {
    if (await trace.finish({ state: "success" }))
      accepted.push({ state: "success", bytes: trace.bytes.length });
  }
  const shown = await jobsOfRun();
  const ids = held.map(({ job }) => job.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, status } of shown) {
    const at = held.find(({ job }) => job.id === id);
    const states = service.states.get(id) ?? [];
    const isLost = at === undefined && status === "running";
    // Its runner never got it: nobody reports on it, and it fails once it was silent for an hour.
    if (isLost) {
      await service.cancel(id);
      continue;
    }
    expect(states.filter((state) => finalStates.includes(state))).toHaveLength(1);
    expect(finalStates).toContain(status);
    expect(states.at(-1)).toBe(status);
    if (!at) continue;
    expect(at.accepted.length).toBeLessThanOrEqual(1);
    if (status === "canceled") expect(cancelled).toContain(id);
    const trace = await service.trace(id).catch(() => "");
    const printed = at.trace.bytes.toString();
    expect(printed.startsWith(trace)).toBe(true);
    // Nothing of the log is missing, and nothing was added to it later.
    for (const { state, bytes } of at.accepted)
      expect([status, Buffer.byteLength(trace)]).toEqual([state, bytes]);
  }
}

it("gives each job to one machine and one result, and its log no byte twice, whatever is lost or comes at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 4, maxLength: 14 }),
      fc.array(fault, { minLength: 5, maxLength: 20 }),
      play,
    ),
    { numRuns: Number(process.env.HELVE_RUNNER_FAULTS ?? 40), endOnFailure: true },
  );
}, 240_000);
