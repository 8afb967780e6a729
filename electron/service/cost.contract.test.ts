import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../shared/api/index.ts";
import { seed } from "../../shared/testing/rounds.ts";
import { emptyReport, judge, type MeteredService, meteredService } from "./testing/cost/metered-service.ts";
import { type CostCase, operationCases } from "./testing/cost/operation-cases.ts";
import { gitCases, headerCases, targetCases } from "./testing/cost/route-cases.ts";
import { type Seeded, seeded } from "./testing/seeded.ts";

let service: MeteredService;
beforeAll(async () => {
  service = await meteredService();
}, 60_000);
afterAll(() => service.remove());

/** Cases that ended or stopped the service once; each for the first operation that has it. */
const known = [
  /query name \w+\[$/,
  /query name \w+\[\]$/,
  /query name \w+\[a\]$/,
  /query name \w+%5B$/,
  /form of open brackets$/,
  /form of brackets$/,
  /form of lists$/,
  /form of nested objects$/,
  /JSON of lists in lists$/,
  /multipart of brackets$/,
  /gzip of form of a\[b\]$/,
  /gzip of JSON of \[\],$/,
  /as a list of 1$/,
  /git-receive-pack: commands, each byte in a chunk$/,
];

const pick = (random: Seeded, cases: readonly CostCase[], count: number): CostCase[] =>
  Array.from({ length: count }, () => cases[random.below(cases.length)]).filter((one) => one !== undefined);

// `npm run soak -- cost` sends all of them.
it("a request costs no more than its length, whatever its place and its text", async () => {
  const { token, projectPath } = service;
  const random = seeded(seed());
  const ofOperations = operationCases(token);
  const others = [...headerCases(token, projectPath), ...targetCases(), ...gitCases(token, projectPath)];
  const all = [...ofOperations, ...others];
  const chosen = [
    ...known.map((pattern) => {
      const found = all.find(({ name }) => pattern.test(name));
      if (!found) throw new Error(`no case is named ${pattern}`);
      return found;
    }),
    ...Object.keys(operations).flatMap((name) =>
      pick(
        random,
        ofOperations.filter((one) => one.name.startsWith(`${name}: `)),
        1,
      ),
    ),
    ...pick(random, others, 40),
  ];
  const report = emptyReport();
  for (const one of chosen) await judge(service, one, one.maxBytes, report);
  expect(report.broken).toEqual([]);
  expect(service.hasEnded()).toBe(false);
  expect(report.sent).toBeGreaterThan(250);
}, 120_000);
