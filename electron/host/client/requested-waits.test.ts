import { describe, expect, it } from "vitest";
import { accountRoutes } from "../../../shared/host/accounts.ts";
import { hostEvent } from "../../../shared/host/events.ts";
import { routePath } from "../../../shared/host/host-route.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { mockService, sendJson } from "../testing/mock-service.ts";
import { maxServiceWaitMs, RateGate, readRateLimit } from "./rate-limit.ts";

const waits: readonly string[] = [
  "0",
  "1",
  "1.5",
  "3600",
  "86400",
  "-1",
  "-86400",
  "1e9",
  "NaN",
  "Infinity",
  "",
  " ",
  "soon",
  "99999999999999999999",
  "9".repeat(400),
  "2147483648",
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Fri, 99 Dec 2026 99:99:99 GMT",
  "1.1.2030",
  "0x7fffffff",
  "3600, 7200",
];
const dates = [
  "",
  "garbage",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "Mon, 01 Jan 0001 00:00:00 GMT",
  new Date().toUTCString(),
];

it("is an hour at most, for every value, reset and date that a service may send", () => {
  for (const date of dates) {
    for (const value of waits) {
      for (const name of ["retry-after", "ratelimit-reset"]) {
        const { wait } = readRateLimit(new Headers({ date, [name]: value }));
        const isFine = wait === null || (wait >= 0 && wait <= maxServiceWaitMs);
        expect([date, name, value, wait, isFine]).toEqual([date, name, value, wait, true]);
      }
    }
  }
});

it("is what an honest service says, by its own clock", () => {
  const date = new Date("2020-01-01T00:00:00Z");
  const wait = (headers: Record<string, string>) =>
    readRateLimit(new Headers({ date: date.toUTCString(), ...headers })).wait;
  expect(wait({ "retry-after": "30" })).toBe(30_000);
  expect(wait({ "retry-after": new Date(date.getTime() + 60_000).toUTCString() })).toBe(60_000);
  expect(wait({ "ratelimit-reset": String(date.getTime() / 1000 + 45) })).toBe(45_000);
  expect(wait({ "ratelimit-reset": "45" })).toBe(45_000);
  expect(wait({})).toBeNull();
});

describe("a wait that the user lifts", () => {
  it("ends for all that wait, and no earlier for what is canceled", async () => {
    const states: (string | null)[] = [];
    const gate = new RateGate(({ resumesAt }) => states.push(resumesAt));
    gate.recordLimit("GET /x", { limit: 600, remaining: 0, wait: maxServiceWaitMs }, true);
    const stop = new AbortController();
    const passed = gate.pass("GET /x", AbortSignal.timeout(60_000));
    const canceled = gate.pass("GET /y", stop.signal);
    stop.abort();
    await expect(canceled).rejects.toThrow();
    expect(gate.remaining("GET /x")).toBeGreaterThan(maxServiceWaitMs - 60_000);
    gate.lift();
    await passed;
    expect([gate.remaining("GET /x"), gate.remaining("GET /y")]).toEqual([0, 0]);
    expect(states).toEqual([expect.any(String), null]);
  });

  it("reports its end by itself", async () => {
    const states: (string | null)[] = [];
    const gate = new RateGate(({ resumesAt }) => states.push(resumesAt));
    gate.recordLimit("GET /x", { limit: 600, remaining: 0, wait: 20 }, true);
    await gate.pass("GET /x", AbortSignal.timeout(60_000));
    await expect.poll(() => states.at(-1)).toBeNull();
  });

  it.each([
    ["a 429 until the year 9999", 429, { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT", date: "garbage" }],
    ["a 429 for ever", 429, { "retry-after": "9".repeat(400) }],
    ["a maintenance for ever", 503, { "retry-after": "9".repeat(400) }],
    [
      "a reset in another century",
      200,
      { "ratelimit-limit": "600", "ratelimit-remaining": "0", "ratelimit-reset": "9999999999999" },
    ],
  ] as const)("goes on at once after %s", async (_, status, headers) => {
    let refuses = true;
    await using service = await mockService((request, response) => {
      if (!request.path.includes("/projects")) return;
      if (!refuses || status === 200) return sendJson(response, [], refuses ? headers : {});
      response.writeHead(status, headers).end("Retry later\n");
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    const read = () => host.request(`/accounts/${id}/operations/projects`);
    await (await read()).text();
    refuses = false;
    const second = await read();
    if (status === 503) return expect(second.status).toBe(200);
    const found = problem.parse(await second.json());
    expect([found.code, found.retry]).toEqual(["rate_limited", true]);
    expect(found.retryAfter).toBeGreaterThan(3500);
    expect(found.retryAfter).toBeLessThanOrEqual(3600);
    expect(found.message).toContain("wait 60 minutes");
    const limits = async () =>
      hostEvent
        .array()
        .parse(await (await host.request("/events/state")).json())
        .flatMap((event) => (event.type === "rate-limit" ? [event.resumesAt] : []));
    const [resumesAt] = await limits();
    expect(Date.parse(resumesAt ?? "") - Date.now()).toBeLessThanOrEqual(maxServiceWaitMs);
    expect(
      (await host.request(routePath(accountRoutes.liftRateLimit, { id }), { method: "DELETE" })).status,
    ).toBe(204);
    expect([(await read()).status, await limits()]).toEqual([200, []]);
  });
});
