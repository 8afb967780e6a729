import { beforeEach, describe, expect, it } from "vitest";
import {
  addRefMoves,
  dismissRefMoves,
  type RefsMovedEvent,
  registerBanner,
  shownBanner,
  useRefMoves,
} from "./banners.ts";

it("shows one banner at a time, the most important, and the next once it is gone", () => {
  expect(shownBanner()).toBeUndefined();
  const removeMoves = registerBanner("moves");
  const removeList = registerBanner("list");
  const removeConnection = registerBanner("connection");
  const removeSecond = registerBanner("connection");
  expect(shownBanner()).toBe("connection");
  removeSecond();
  expect(shownBanner()).toBe("connection");
  removeConnection();
  expect(shownBanner()).toBe("list");
  removeMoves();
  removeList();
  expect(shownBanner()).toBeUndefined();
});

describe("ref moves", () => {
  const event = (over: Partial<RefsMovedEvent>): RefsMovedEvent => ({
    type: "refs-moved",
    accountId: "local",
    projectId: 1,
    project: "helve/app",
    state: "ready",
    problem: null,
    moved: [],
    at: "2026-01-01T00:00:00.000Z",
    ...over,
  });
  const moved = [
    { ref: "refs/heads/main", before: "a".repeat(40), after: "b".repeat(40), kind: "advanced" },
  ] as const;

  beforeEach(() => useRefMoves.setState({ recent: [] }));

  it("stores moves, newest first, until their project is dismissed", () => {
    addRefMoves(event({ moved: [...moved] }));
    addRefMoves(event({ projectId: 2, moved: [...moved] }));
    expect(useRefMoves.getState().recent.map(({ projectId }) => projectId)).toEqual([2, 1]);
    dismissRefMoves({ accountId: "local", projectId: 2 });
    expect(useRefMoves.getState().recent.map(({ projectId }) => projectId)).toEqual([1]);
  });

  it("drops the notice of a missing folder once the folder is back", () => {
    addRefMoves(event({ state: "missing", problem: "/repo is not there." }));
    expect(useRefMoves.getState().recent).toHaveLength(1);
    addRefMoves(event({}));
    expect(useRefMoves.getState().recent).toEqual([]);
  });
});
