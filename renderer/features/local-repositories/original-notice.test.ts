import { expect, test } from "vitest";
import type { RefMove } from "../../../shared/api/resources/local-repositories.ts";
import { joinMoves } from "./original-notice.tsx";

const move = (ref: string, before: string | null, after: string | null, kind: RefMove["kind"]): RefMove => ({
  ref,
  before,
  after,
  kind,
});

test("steps of one ref are one move, the latest ref first", () => {
  const joined = joinMoves([
    { moved: [move("refs/heads/main", "b", "c", "advanced")] },
    { moved: [move("refs/tags/v1", null, "t", "created")] },
    { moved: [move("refs/heads/main", "a", "b", "advanced")] },
  ]);
  expect(joined).toEqual([
    { ref: "refs/heads/main", name: "main", type: "branch", before: "a", after: "c", kind: "advanced" },
    { ref: "refs/tags/v1", name: "v1", type: "tag", before: null, after: "t", kind: "created" },
  ]);
});

test("a rewrite stays one, and a ref that is back at its commit has not moved", () => {
  const [only, ...others] = joinMoves([
    { moved: [move("refs/heads/main", "b", "c", "advanced"), move("refs/heads/x", "2", "1", "rewritten")] },
    { moved: [move("refs/heads/main", "a", "b", "rewritten"), move("refs/heads/x", "1", "2", "advanced")] },
  ]);
  expect(only?.kind).toBe("rewritten");
  expect(others).toEqual([]);
});

test("a branch that was created and deleted between two events is not a move", () => {
  expect(
    joinMoves([
      { moved: [move("refs/heads/x", "1", null, "deleted")] },
      { moved: [move("refs/heads/x", null, "1", "created")] },
    ]),
  ).toEqual([]);
});
