import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findStack, layersBelow, neighbourInStack, planStack, type Stackable } from "./stacks.ts";

const request = (iid: number, source: string, target: string, state = "opened"): Stackable => ({
  iid,
  state,
  source_branch: source,
  target_branch: target,
  source_project_id: 1,
  target_project_id: 1,
});
const iids = (stack: ReturnType<typeof findStack>) =>
  stack?.layers.map(({ mergeRequest }) => mergeRequest.iid);

describe("a stack", () => {
  const chain = [
    request(3, "c", "b"),
    request(1, "a", "main"),
    request(2, "b", "a"),
    request(9, "x", "main"),
  ];

  it("is found from any of its layers, the lowest first", () => {
    for (const iid of [1, 2, 3]) {
      const stack = findStack(iid, chain);
      expect([stack?.base, iids(stack)]).toEqual(["main", [1, 2, 3]]);
    }
    expect(findStack(9, chain)).toBeNull();
  });

  it("has neither forks nor closed merge requests, and no circles", () => {
    expect(
      findStack(1, [request(1, "a", "main"), { ...request(2, "b", "a"), source_project_id: 7 }]),
    ).toBeNull();
    expect(findStack(2, [request(1, "a", "main", "closed"), request(2, "b", "a")])).toBeNull();
    expect(iids(findStack(1, [request(1, "a", "b"), request(2, "b", "a")]))?.toSorted()).toEqual([1, 2]);
    expect(findStack(1, [request(1, "a", "a")])).toBeNull();
  });

  it("has every branch of a tree, and its neighbours", () => {
    const tree = [...chain, request(4, "d", "a")];
    const stack = findStack(4, tree);
    expect(iids(stack)).toEqual([1, 2, 3, 4]);
    if (!stack) throw new Error("It is a stack");
    expect(layersBelow(stack, 4)).toEqual([1]);
    expect(layersBelow(stack, 3)).toEqual([2, 1]);
    expect(neighbourInStack(stack, 1, 1)?.iid).toBe(2);
    expect(neighbourInStack(stack, 1, -1)).toBeNull();
    expect(neighbourInStack(stack, 4, 1)).toBeNull();
  });

  it("keeps a merged layer while those above it are not retargeted", () => {
    const stack = findStack(3, [
      request(1, "a", "main", "merged"),
      request(2, "b", "a"),
      request(3, "c", "b"),
    ]);
    expect([stack?.base, iids(stack)]).toEqual(["main", [1, 2, 3]]);
    if (!stack) throw new Error("It is a stack");
    expect(planStack("retarget", stack)).toEqual([{ kind: "retarget", iid: 2, from: "a", to: "main" }]);
    expect(planStack("merge", stack).map(({ kind, iid }) => `${kind} ${iid}`)).toEqual([
      "retarget 2",
      "rebase 2",
      "merge 2",
      "retarget 3",
      "rebase 3",
      "merge 3",
    ]);
    expect(planStack("rebase", stack)).toEqual([
      { kind: "rebase", iid: 2, onto: "a" },
      { kind: "rebase", iid: 3, onto: "b" },
    ]);
  });
});

/** A repository of merge requests: each branch has the names of its changes, in order. */
interface Model {
  readonly branches: Map<string, string[]>;
  readonly requests: Map<number, { state: string; source: string; target: string; own: string }>;
}

function modelOf(count: number): Model {
  const branches = new Map<string, string[]>([["main", []]]);
  const requests: Model["requests"] = new Map();
  for (let iid = 1; iid <= count; iid++) {
    const target = iid === 1 ? "main" : `layer-${iid - 1}`;
    const own = `change ${iid}`;
    branches.set(`layer-${iid}`, [...(branches.get(target) ?? []), own]);
    requests.set(iid, { state: "opened", source: `layer-${iid}`, target, own });
  }
  return { branches, requests };
}

const listed = ({ requests }: Model): Stackable[] =>
  [...requests].map(([iid, { source, target, state }]) => request(iid, source, target, state));
/** The changes that a merge request shows: those that its target lacks, as a squash hides none. */
const shown = ({ branches, requests }: Model, iid: number): string[] => {
  const own = requests.get(iid);
  const target = new Set(branches.get(own?.target ?? "") ?? []);
  return (branches.get(own?.source ?? "") ?? []).filter((change) => !target.has(change));
};

describe("actions on a stack", () => {
  const happening = fc.oneof(
    fc.record({ kind: fc.constant("fail" as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant("squash" as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant("push" as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant("merged-elsewhere" as const), at: fc.nat(20) }),
  );

  it("merge every layer once, from the lowest up, and lose no mark, whatever happens between the steps", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }),
        fc.array(happening, { maxLength: 8 }),
        (count, happenings) => {
          const model = modelOf(count);
          const { branches, requests } = model;
          const merged: number[] = [];
          /** Marks by merge request, and the layers below as they were known: what the reader saw is viewed. */
          const marks = new Map([...requests].map(([iid]) => [iid, new Set(shown(model, iid))]));
          const below = new Map(
            [...requests].map(([iid]) => {
              const stack = findStack(iid, listed(model));
              return [iid, stack ? layersBelow(stack, iid) : []];
            }),
          );
          const viewed = (iid: number) =>
            new Set([iid, ...(below.get(iid) ?? [])].flatMap((each) => [...(marks.get(each) ?? [])]));
          const pushed = new Set<string>();
          const merge = (iid: number) => {
            const own = requests.get(iid);
            if (own?.state !== "opened") return;
            // What is merged is what it shows; the layers below it are there already.
            expect(own.target).toBe("main");
            branches.set("main", [...(branches.get("main") ?? []), ...shown(model, iid)]);
            own.state = "merged";
            merged.push(iid);
          };
          let time = 0;
          for (let attempt = 0; attempt < 20 && merged.length < count; attempt++) {
            const top = Math.max(
              ...[...requests].filter(([, { state }]) => state === "opened").map(([iid]) => iid),
            );
            const stack = findStack(top, listed(model)) ?? {
              base: "main",
              layers: listed(model)
                .filter(({ iid }) => iid === top)
                .map((mergeRequest) => ({ mergeRequest, below: null })),
            };
            for (const step of planStack("merge", stack)) {
              const now = happenings.filter(({ at }) => at === time);
              time++;
              if (now.some(({ kind }) => kind === "merged-elsewhere")) {
                const lowest = [...requests].find(
                  ([, { state, target }]) => state === "opened" && target === "main",
                );
                if (lowest) merge(lowest[0]);
              }
              if (now.some(({ kind }) => kind === "push")) {
                const change = `pushed ${time}`;
                pushed.add(change);
                branches.get(requests.get(step.iid)?.source ?? "")?.push(change);
              }
              // A step that fails ends the attempt; the next plan is made of what the service has then.
              if (now.some(({ kind }) => kind === "fail")) break;
              const own = requests.get(step.iid);
              if (own?.state !== "opened") continue;
              if (step.kind === "retarget") own.target = step.to;
              if (step.kind === "rebase") {
                const base = branches.get(own.target) ?? [];
                const rest = (branches.get(own.source) ?? []).filter((change) => !base.includes(change));
                branches.set(own.source, [...base, ...rest]);
              }
              if (step.kind === "merge") merge(step.iid);
              for (const [iid, { state }] of requests) {
                if (state !== "opened") continue;
                for (const change of shown(model, iid))
                  if (!pushed.has(change)) expect(viewed(iid)).toContain(change);
              }
            }
          }
          expect(merged).toEqual(Array.from({ length: count }, (_, index) => index + 1));
          for (let iid = 1; iid <= count; iid++)
            expect((branches.get("main") ?? []).filter((change) => change === `change ${iid}`)).toHaveLength(
              1,
            );
        },
      ),
    );
  });
});
