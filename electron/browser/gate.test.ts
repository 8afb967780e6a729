import { expect, test } from "vitest";
import { createGate, keyLifeMs } from "./gate.ts";

const host = "helve-1.localhost:81";
const requestFor = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://${host}${path}`, { headers: { host, ...headers } });

test("an expired link is reported as expired, a used one as used", async () => {
  const clock = { now: 0 };
  const gate = createGate({ hosts: () => [host], now: () => clock.now });
  const late = gate.mintKey();
  clock.now += keyLifeMs + 1;
  const expired = gate.check(requestFor(`/?key=${late}`));
  expect(expired?.status).toBe(401);
  expect(await expired?.text()).toContain("has expired");
  const key = gate.mintKey();
  clock.now += keyLifeMs;
  expect(gate.check(requestFor(`/?key=${key}`))?.status).toBe(303);
  expect(await gate.check(requestFor(`/?key=${key}`))?.text()).toContain("used before");
});

test("the first host under which a browser enters is the only one from then on", () => {
  const other = "127.3.4.5:82";
  const entered: string[] = [];
  const gate = createGate({ hosts: () => [host, other], onEnter: (name) => entered.push(name) });
  const key = gate.mintKey();
  const atOther = (path: string) => new Request(`http://${other}${path}`, { headers: { host: other } });
  expect(gate.check(atOther("/"))?.status).toBe(401);
  const cookie =
    gate
      .check(requestFor(`/?key=${key}`))
      ?.headers.get("set-cookie")
      ?.split(";")[0] ?? "";
  expect(entered).toEqual([host]);
  expect(gate.check(requestFor("/", { cookie }))).toBeNull();
  expect(gate.check(atOther("/"))?.status).toBe(421);
});
