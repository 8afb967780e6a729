import { expect, test } from "vitest";
import { afterEvent, useHostState } from "./host-state.ts";

test("coming back online counts as a reconnect, being online from the start does not", () => {
  const at = (state: "online" | "offline", account = "a") =>
    ({ type: "connectivity", accountId: account, state, since: "2026-01-01T00:00:00Z" }) as const;
  let state = useHostState.getInitialState();
  const reconnects = [
    at("online"),
    at("online"),
    at("offline"),
    at("online"),
    at("offline", "b"),
    at("online"),
  ].map((event) => {
    state = afterEvent(state, event);
    return state.reconnects.a ?? 0;
  });
  expect(reconnects).toEqual([0, 0, 0, 1, 1, 1]);
});

test("the end of a rate limit counts as one, too: what it refused is requested again", () => {
  const at = (resumesAt: string | null) =>
    ({ type: "rate-limit", accountId: "a", limit: 60, remaining: null, resumesAt }) as const;
  let state = useHostState.getInitialState();
  const reconnects = [null, "2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z", null, null].map((resumesAt) => {
    state = afterEvent(state, at(resumesAt));
    return state.reconnects.a ?? 0;
  });
  expect(reconnects).toEqual([0, 0, 0, 1, 1]);
});
