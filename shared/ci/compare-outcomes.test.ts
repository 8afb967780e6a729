import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChangeKind, compareOutcomes, type Outcome, slowerJobs } from "./compare-outcomes.ts";

const outcome = (key: string, status: Outcome["status"], more: Partial<Outcome> = {}): Outcome => ({
  key,
  status,
  isFlaky: false,
  seconds: 10,
  ...more,
});
const options = { slower: slowerJobs, isSameCommit: false };
const kinds = (before: Outcome | null, after: Outcome | null, isSameCommit = false): ChangeKind[] =>
  compareOutcomes(before ? [before] : [], after ? [after] : [], { ...options, isSameCommit }).map(
    ({ kind }) => kind,
  );

describe("a comparison of two pipelines", () => {
  it("says what began to fail, fails still, and passes again", () => {
    expect(kinds(outcome("a", "passed"), outcome("a", "failed"))).toEqual(["newly_failing"]);
    expect(kinds(outcome("a", "failed"), outcome("a", "failed"))).toEqual(["still_failing"]);
    expect(kinds(outcome("a", "failed"), outcome("a", "passed"))).toEqual(["recovered"]);
    expect(kinds(outcome("a", "passed"), outcome("a", "passed"))).toEqual([]);
  });

  it("counts what did not run as absent, and leaves out what has not ended", () => {
    expect(kinds(outcome("a", "none"), outcome("a", "failed"))).toEqual(["added"]);
    expect(kinds(outcome("a", "passed"), outcome("a", "none"))).toEqual(["gone"]);
    expect(kinds(null, outcome("a", "none"))).toEqual([]);
    expect(kinds(outcome("a", "failed"), outcome("a", "pending"))).toEqual([]);
    expect(kinds(outcome("a", "pending"), outcome("a", "failed"))).toEqual([]);
  });

  it("finds flaky ones within a pipeline and between two of one commit", () => {
    const flaky = outcome("a", "passed", { isFlaky: true });
    expect(kinds(outcome("a", "passed"), flaky)).toEqual(["flaky"]);
    expect(kinds(null, flaky)).toEqual(["added", "flaky"]);
    expect(kinds(outcome("a", "passed"), outcome("a", "failed"), true)).toEqual(["newly_failing", "flaky"]);
    expect(kinds(outcome("a", "failed"), outcome("a", "failed"), true)).toEqual(["still_failing"]);
  });

  it("finds slower ones from a share and a time on, where both passed", () => {
    const took = (seconds: number | null) => outcome("a", "passed", { seconds });
    expect(kinds(took(50), took(60))).toEqual(["slower"]);
    expect(kinds(took(50), took(59.9))).toEqual([]);
    expect(kinds(took(100), took(115))).toEqual([]);
    expect(kinds(took(null), took(115))).toEqual([]);
    expect(kinds(took(10), outcome("a", "failed", { seconds: 100 }))).toEqual(["newly_failing"]);
  });
});

const outcomes = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom(..."abcdefgh"),
    status: fc.constantFrom<Outcome["status"]>("passed", "failed", "none", "pending"),
    isFlaky: fc.boolean(),
    seconds: fc.option(fc.nat(200)),
  }),
  { selector: ({ key }) => key },
);
const keysOf = (changes: ReturnType<typeof compareOutcomes>, kind: ChangeKind) =>
  changes
    .filter((change) => change.kind === kind)
    .map(({ before, after }) => (after ?? before)?.key)
    .toSorted();

it("is the same the other way around with the pipelines swapped", () => {
  fc.assert(
    fc.property(outcomes, outcomes, fc.boolean(), (a, b, isSameCommit) => {
      const there = compareOutcomes(a, b, { ...options, isSameCommit });
      const back = compareOutcomes(b, a, { ...options, isSameCommit });
      expect(keysOf(there, "added")).toEqual(keysOf(back, "gone"));
      expect(keysOf(there, "gone")).toEqual(keysOf(back, "added"));
      expect(keysOf(there, "newly_failing")).toEqual(keysOf(back, "recovered"));
      expect(keysOf(there, "recovered")).toEqual(keysOf(back, "newly_failing"));
      for (const kind of ["still_failing", "flaky"] as const) {
        expect(keysOf(there, kind)).toEqual(keysOf(back, kind));
      }
    }),
  );
});

it("finds nothing but failures and flaky ones between a pipeline and itself", () => {
  fc.assert(
    fc.property(outcomes, (a) => {
      const found = new Set(compareOutcomes(a, a, options).map(({ kind }) => kind));
      found.delete("still_failing");
      found.delete("flaky");
      expect([...found]).toEqual([]);
    }),
  );
});
