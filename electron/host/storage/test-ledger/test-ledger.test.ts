import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { ledgerLimits } from "../../../../shared/ci/test-ledger-limits.ts";
import type { LedgerPipeline, LedgerTest, TestResult } from "../../../../shared/host/test-ledger.ts";
import { canMount, smallDisk } from "../../../system/testing/small-disk.ts";
import { hostInFolder } from "../../testing/host-in-folder.ts";
import { mockService, testToken } from "../../testing/mock-service.ts";
import { countResults, packResult } from "./count-results.ts";
import { TestLedgerStore } from "./test-ledger.ts";

const scope = { account: "a", project: "g/p" };

function ledgerIn(folder: string, maxBytes?: number): TestLedgerStore {
  const redactor = { text: (text: string) => text.replaceAll("secret-token", "[token]") };
  const ledger = new TestLedgerStore(folder, redactor, () => [{ id: "a" }, { id: "b" }], maxBytes);
  onTestFinished(() => ledger.close());
  return ledger;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "helve-ledger-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const test = (name: string, results: string, lines = ""): LedgerTest => ({
  job: "unit",
  group: "beam",
  name,
  results: [...results] as TestResult[],
  lines,
  jobId: 7,
});
const pipeline = (day: number, tests: LedgerTest[], more: Partial<LedgerPipeline> = {}): LedgerPipeline => ({
  project: scope.project,
  sha: `sha${day}`,
  ref: "main",
  createdAt: `2026-08-${String(day).padStart(2, "0")}T08:00:00.000Z`,
  updatedAt: "",
  tests,
  ...more,
});

it("counts flaky failures by commit, within a pipeline and between two", async () => {
  const ledger = ledgerIn(newFolder());
  // Newest first, as they are read.
  await ledger.put(
    scope,
    3,
    pipeline(3, [test("dims", "fp", "late"), test("turns", "p"), test("rusts", "s")]),
  );
  await ledger.put(scope, 2, pipeline(2, [test("dims", "p"), test("turns", "f", "broken")], { sha: "same" }));
  await ledger.put(scope, 1, pipeline(1, [test("dims", "e", "early"), test("turns", "f")], { sha: "same" }));
  const { entries, ...rest } = ledger.get(scope, { all: false });
  expect(entries).toMatchObject([
    {
      name: "dims",
      runs: 4,
      failures: 2,
      flaky: 2,
      firstSeen: "2026-08-01T08:00:00.000Z",
      lastFailed: "2026-08-03T08:00:00.000Z",
      lastPipeline: 3,
      lastJob: 7,
    },
    { name: "turns", runs: 3, failures: 2, flaky: 0, lastPipeline: 2 },
  ]);
  expect(rest).toMatchObject({ total: 2, pipelines: 3, withTests: 3, refs: ["main"] });
  expect(ledger.failure(scope, entries[0]?.id ?? 0)).toEqual({ pipeline: 3, lines: "late" });
  expect(ledger.failure({ account: "b", project: "g/p" }, entries[0]?.id ?? 0).lines).toBe("");
  expect(ledger.known(scope).map(({ id }) => id)).toEqual([3, 2, 1]);
});

it("lists a branch by itself, and all tests on request", async () => {
  const ledger = ledgerIn(newFolder());
  await ledger.put(scope, 1, pipeline(1, [test("dims", "f"), test("turns", "p")]));
  await ledger.put(scope, 2, pipeline(2, [test("dims", "p"), test("turns", "f")], { ref: "topic" }));
  const names = (options: { ref?: string; all: boolean }) =>
    ledger.get(scope, options).entries.map(({ name, runs }) => `${name} ${runs}`);
  expect(names({ all: false })).toEqual(["dims 2", "turns 2"]);
  expect(names({ ref: "topic", all: false })).toEqual(["turns 1"]);
  expect(names({ ref: "main", all: true })).toEqual(["dims 1", "turns 1"]);
  expect(ledger.get({ account: "a", project: "other" }, { all: true }).entries).toEqual([]);
});

it("stores a pipeline once more where it has changed, and hides tokens", async () => {
  const ledger = ledgerIn(newFolder());
  await ledger.put(scope, 1, pipeline(1, [test("dims", "f", "Bearer secret-token")], { updatedAt: "1" }));
  const [entry] = ledger.get(scope, { all: false }).entries;
  expect(ledger.failure(scope, entry?.id ?? 0).lines).toBe("Bearer [token]");
  await ledger.put(scope, 1, pipeline(1, [test("dims", "fp")], { updatedAt: "2" }));
  expect(ledger.known(scope)).toEqual([{ id: 1, updatedAt: "2" }]);
  expect(ledger.get(scope, { all: false }).entries).toMatchObject([{ runs: 2, failures: 1, flaky: 1 }]);
});

it("keeps the newest pipelines alone, and the tests that these have", async () => {
  const folder = newFolder();
  const ledger = ledgerIn(folder);
  for (let id = 1; id <= ledgerLimits.pipelines + 3; id++) {
    await ledger.put(scope, id, pipeline(1, [test(id <= 3 ? `old ${id}` : "dims", "f")]));
  }
  expect(ledger.known(scope)).toHaveLength(ledgerLimits.pipelines);
  expect(ledger.get(scope, { all: false })).toMatchObject({ total: 1, pipelines: ledgerLimits.pipelines });
  using database = new DatabaseSync(join(folder, "tests.db"));
  expect(database.prepare("SELECT name FROM test").all()).toEqual([{ name: "dims" }]);
});

it("stays within its bytes: other projects go first, then old pipelines", async () => {
  const ledger = ledgerIn(newFolder(), 400_000);
  const large = (id: number) =>
    Array.from({ length: 400 }, (_, index) =>
      test(`${id} ${index} ${"x".repeat(200)}`, "f", "y".repeat(200)),
    );
  await ledger.put({ ...scope, project: "other" }, 1, pipeline(1, large(0)));
  for (let id = 1; id <= 6; id++) await ledger.put(scope, id, pipeline(id, large(id)));
  expect(ledger.known({ ...scope, project: "other" })).toEqual([]);
  const ids = ledger.known(scope).map(({ id }) => id);
  expect(ids[0]).toBe(6);
  expect(ids.length).toBeLessThan(4);
  expect(ledger.size).toBeLessThanOrEqual(400_000);
});

it("is empty for an account that was removed, and drops what a failed removal left", async () => {
  const folder = newFolder();
  const ledger = ledgerIn(folder);
  await ledger.put(scope, 1, pipeline(1, [test("dims", "f")]));
  await ledger.put({ ...scope, account: "b" }, 1, pipeline(1, [test("dims", "f")]));
  await ledger.forgetAccount("b");
  expect(ledger.known({ ...scope, account: "b" })).toEqual([]);
  expect(ledger.known(scope)).toHaveLength(1);
  await ledger.put({ ...scope, account: "gone" }, 1, pipeline(1, [test("dims", "f")]));
  expect(ledgerIn(folder).known({ ...scope, account: "gone" })).toEqual([]);
});

it("has a pipeline whole or not at all where the process ends meanwhile", async () => {
  const folder = newFolder();
  const ledger = ledgerIn(folder);
  await ledger.put(scope, 1, pipeline(1, [test("dims", "f")]));
  const many = Array.from({ length: 3_500 }, (_, index) => test(`t${index}`, "p"));
  const put = ledger.put(scope, 2, pipeline(2, many));
  // A second reader sees what a kill would leave.
  await new Promise((resolve) => setImmediate(resolve));
  const other = ledgerIn(folder);
  expect(other.known(scope).map(({ id }) => id)).toEqual([1]);
  expect(other.get(scope, { all: true }).total).toBe(1);
  await put;
  expect(other.get(scope, { all: true }).total).toBe(3_501);
});

it.skipIf(!canMount)("on a full disk refuses with the reason, stays readable, and goes on", async () => {
  const disk = smallDisk(8);
  onTestFinished(() => disk.remove());
  const ledger = ledgerIn(disk.folder);
  await ledger.put(scope, 1, pipeline(1, [test("dims", "f")]));
  disk.fill();
  const many = Array.from({ length: 2_000 }, (_, index) =>
    test(`t${index} ${"x".repeat(300)}`, "f", "y".repeat(300)),
  );
  await expect(ledger.put(scope, 2, pipeline(2, many))).rejects.toMatchObject({
    problem: { code: "refused", reason: "disk_full", changed: "no" },
  });
  expect(ledger.known(scope).map(({ id }) => id)).toEqual([1]);
  expect(ledger.get(scope, { all: false }).entries).toHaveLength(1);
  disk.free();
  await expect
    .poll(
      () =>
        ledger.put(scope, 2, pipeline(2, [test("dims", "p")])).then(
          () => true,
          () => false,
        ),
      { timeout: 5_000 },
    )
    .toBe(true);
  expect(ledger.known(scope)).toHaveLength(2);
});

it("counts as a plain count by commit does", () => {
  const runs = fc.array(
    fc.record({
      pipeline: fc.nat(5),
      test: fc.nat(3),
      result: fc.constantFrom<TestResult>("p", "f", "e", "s"),
    }),
    { maxLength: 60 },
  );
  const shas = fc.array(fc.constantFrom("x", "y", "z"), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(runs, shas, (all, shaOf) => {
      const pipelines = shaOf.map((sha, id) => ({
        pipeline: id,
        sha,
        results: Uint32Array.from(
          all.filter((run) => run.pipeline === id).map((run) => packResult(run.test, run.result)),
        ),
      }));
      const counts = countResults(pipelines);
      for (const id of [0, 1, 2, 3]) {
        const own = all.filter((run) => run.test === id);
        const failed = own.filter(({ result }) => result === "f" || result === "e");
        const flaky = failed.filter((run) =>
          own.some((other) => other.result === "p" && shaOf[other.pipeline] === shaOf[run.pipeline]),
        );
        expect(counts.get(id)?.runs ?? 0).toBe(own.filter(({ result }) => result !== "s").length);
        expect(counts.get(id)?.failures ?? 0).toBe(failed.length);
        expect(counts.get(id)?.flaky ?? 0).toBe(flaky.length);
      }
    }),
  );
});

it("is served for accounts that there are, within its bounds, and goes with the account", async () => {
  await using service = await mockService(() => undefined);
  await using host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const put = (account: string, body: unknown) =>
    host.requestJson(`/accounts/${account}/test-ledger/pipelines/9`, "PUT", body);
  const list = async () => (await host.request(`/accounts/${id}/test-ledger?project=g%2Fp`)).json();
  expect((await put(id, pipeline(1, [test("dims", "f", `Token ${testToken}`)]))).status).toBe(204);
  expect(await list()).toMatchObject({ entries: [{ name: "dims", lastPipeline: 9 }], pipelines: 1 });
  await host.restart();
  const { entries } = (await list()) as { entries: { id: number }[] };
  const failure = await host.request(
    `/accounts/${id}/test-ledger/failure?project=g%2Fp&test=${entries[0]?.id}`,
  );
  expect(await failure.text()).not.toContain(testToken);
  expect((await put("nobody", pipeline(1, []))).status).toBe(404);
  const long = test("x".repeat(ledgerLimits.name + 1), "f");
  expect((await put(id, pipeline(1, [long]))).status).toBe(400);
  expect((await put(id, pipeline(1, [test("dims", "p".repeat(11))]))).status).toBe(400);
  expect((await host.request(`/accounts/${id}`, { method: "DELETE" })).status).toBe(204);
  expect((await host.request(`/accounts/${id}/test-ledger?project=g%2Fp`)).status).toBe(404);
  await host.restart();
  using database = new DatabaseSync(join(host.folder, "tests.db"));
  expect(database.prepare("SELECT * FROM pipeline").all()).toEqual([]);
});
