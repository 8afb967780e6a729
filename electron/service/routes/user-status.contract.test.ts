import { beforeEach, expect, it } from "vitest";
import { getCurrentUserStatus, getUserStatus, setUserStatus } from "../../../shared/api/resources/users.ts";
import { issueToken } from "../store/users/tokens.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("user-status");
beforeEach(() => service.store.run("DELETE FROM user_statuses"));

const set = (input: object) => service.operate(setUserStatus, input);
const read = async (name: string | number) =>
  (await service.operate(getUserStatus, { id_or_username: name }, { as: "stranger" })).body;
const none = { emoji: "", message: "", message_html: "", clear_status_at: null };

it("has empty texts where no status is set", async () => {
  expect((await service.operate(getCurrentUserStatus, {})).body).toEqual(none);
  expect(await read("developer")).toEqual(none);
});

it("sets the caller's status, which everyone reads by id and by name", async () => {
  const { status, body } = await set({ emoji: "coffee", message: "Back at *four*" });
  expect(status).toBe(200);
  expect(body).toEqual({
    emoji: "coffee",
    message: "Back at *four*",
    message_html: "Back at <em>four</em>",
    clear_status_at: null,
  });
  expect(await read("developer")).toEqual(body);
  expect(await read("DEVELOPER")).toEqual(body);
  expect(await read(3)).toEqual(body);
  expect((await service.operate(getCurrentUserStatus, {})).body).toEqual(body);
});

it("has a speech balloon without an emoji, and is cleared where both are empty", async () => {
  expect((await set({ message: "hello" })).body).toMatchObject({ emoji: "speech_balloon" });
  expect((await set({ emoji: "tada" })).body).toMatchObject({ emoji: "tada", message: "" });
  for (const input of [{}, { emoji: "", message: "" }]) {
    await set({ message: "hello" });
    expect((await set(input)).body).toEqual(none);
  }
});

it("ends after the requested time", async () => {
  const { body } = await set({ message: "soon back", clear_status_after: "30_minutes" });
  const { clear_status_at: end } = body as { clear_status_at: string };
  expect(Date.parse(end)).toBeGreaterThan(Date.now());
  service.store.run("UPDATE user_statuses SET clear_at = '2020-01-01T00:00:00.000Z'");
  expect(await read("developer")).toEqual(none);
});

it.each([
  ["emoji by name", "one :coffee: please", "one ☕ please"],
  ["what is no emoji", "at 10:30:00 :nothing_like_it:", "at 10:30:00 :nothing_like_it:"],
  ["strong and code", "**now** `git push`", "<strong>now</strong> <code>git push</code>"],
  ["a link", "[docs](https://docs.example/)", '<a href="https://docs.example/">docs</a>'],
  ["a dangerous link", "[x](javascript:alert(1))", "<a>x</a>"],
  ["HTML", "<img src=x onerror=alert(1)>", "&#x3C;img src=x onerror=alert(1)>"],
  ["blocks", "# one - two", "# one - two"],
  ["a list", "- one", "- one"],
  ["lines", "one\n\n> two", "one > two"],
])("renders %s", async (_, message, html) => {
  expect((await set({ message })).body).toMatchObject({ message, message_html: html });
});

it("refuses invalid input", async () => {
  const long = await set({ message: "x".repeat(101) });
  expect([long.status, long.body]).toEqual([
    400,
    { message: { message: ["is too long (maximum is 100 characters)"] } },
  ]);
  const unknown = await set({ emoji: "no_such_emoji" });
  expect([unknown.status, unknown.body]).toEqual([
    400,
    { message: { emoji: ["is not a valid emoji name"] } },
  ]);
  const span = await service.call("PUT", "/user/status", { body: { clear_status_after: "never" } });
  expect([span.status, span.body]).toEqual([400, { error: "clear_status_after is invalid" }]);
});

it("refuses callers without access", async () => {
  const other = issueToken(service.store, 3, { name: "code", scopes: ["read_repository"] });
  const narrow = { as: "nobody", headers: { "private-token": other } } as const;
  const wrong = { as: "nobody", headers: { "private-token": "wrong" } } as const;
  const calls = [
    [getCurrentUserStatus, {}],
    [getUserStatus, { id_or_username: "developer" }],
    [setUserStatus, { message: "hello" }],
  ] as const;
  for (const [operation, input] of calls) {
    expect((await service.operate(operation, input, narrow)).status).toBe(403);
    expect((await service.operate(operation, input, wrong)).status).toBe(401);
  }
  expect((await service.operate(setUserStatus, {}, { as: "nobody" })).status).toBe(401);
  const missing = await service.operate(getUserStatus, { id_or_username: "nobody-at-all" });
  expect([missing.status, missing.body]).toEqual([404, { message: "404 User Not Found" }]);
});
