import { expect, test } from "vitest";
import type { HostEvent } from "../../shared/host/events.ts";
import { accountIdentity, accountLabel, afterEvent, useHostState } from "./host-state.ts";

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

const account = (id: string, name: string, url: string, username?: string) => ({
  id,
  name,
  url,
  kind: "remote" as const,
  check: username === undefined ? null : { user: { username } },
});
const a = account("1", "Work", "https://code.example", "ada");
const b = account("2", "Home", "https://git.example:8443", "ada");
const unchecked = account("3", "Work", "https://other.example");

test("accounts that are sent again as they are known change nothing", () => {
  const event = (name: string): HostEvent => ({
    type: "accounts",
    accounts: [
      { id: "a", kind: "remote", name, url: "https://git.example.test", token: "keychain", check: null },
    ],
  });
  const state = afterEvent(useHostState.getInitialState(), event("A"));
  expect(afterEvent(state, event("A"))).toBe(state);
  expect(afterEvent(state, event("B")).accounts).toMatchObject([{ id: "a", name: "B" }]);
});

test("an account is its user on its host, without the host where it is the only one", () => {
  expect(accountIdentity([a], a)).toBe("@ada");
  expect(accountIdentity([a, b], b)).toBe("@ada on git.example:8443");
  expect(accountIdentity([a, b], { ...a, kind: "local" })).toBe("@ada on this computer");
  // The service has not said whose it is.
  expect(accountIdentity([unchecked], unchecked)).toBe("Work");
  expect(accountLabel([a], "1")).toBeNull();
  expect(accountLabel([a, b], "1")).toBe("@ada on code.example");
  expect(accountLabel([a, b], "gone")).toBeNull();
});

test("accounts of one user on one host are numbered", () => {
  const twin = account("4", "Work", "https://code.example/forge", "ada");
  const grace = account("5", "Work", "https://code.example", "grace");
  const all = [a, twin, grace, unchecked];
  expect(all.map(({ id }) => accountLabel(all, id))).toEqual([
    "@ada on code.example",
    "@ada on code.example (2)",
    "@grace on code.example",
    "Work",
  ]);
});
