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

test("each method passes with exactly the headers that a page of this server sends", () => {
  const gate = createGate({ hosts: () => [host] });
  const entered = gate.check(requestFor(`/?key=${gate.mintKey()}`));
  const cookie = entered?.headers.get("set-cookie")?.split(";")[0] ?? "";
  const own = `http://${host}`;
  const origins = [null, own, "null", "https://evil.example", `http://${host.replace(":81", ":82")}`];
  const sites = [null, "none", "same-origin", "same-site", "cross-site"];
  const modes = [null, "navigate", "cors", "no-cors", "same-origin", "websocket"];
  const allowed = (method: string, path: string, at: Record<"origin" | "site" | "mode", string | null>) => {
    if (at.origin !== null && at.origin !== own) return false;
    const isOwn = at.site === "same-origin";
    if (method !== "GET" && method !== "HEAD") {
      // A form navigates; without both headers nothing shows whose request it is.
      return at.mode !== "navigate" && (isOwn || (at.site === null && at.origin === own));
    }
    if (at.site === null || at.site === "none" || isOwn) return true;
    return at.mode === "navigate" && path === "/a/local/projects";
  };
  let passed = 0;
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "X"])
    for (const path of ["/a/local/projects", "/-/accounts", "/-"])
      for (const origin of origins)
        for (const site of sites)
          for (const mode of modes) {
            const named = { origin, "sec-fetch-site": site, "sec-fetch-mode": mode };
            const sent = Object.entries(named).filter((each): each is [string, string] => each[1] !== null);
            // The `Request` of undici keeps these headers, as that of the server does.
            const headers = { host, cookie, ...Object.fromEntries(sent) };
            const refused = gate.check(new Request(`http://${host}${path}`, { method, headers }));
            const expected = allowed(method, path, { origin, site, mode });
            expect(refused?.status ?? 200, JSON.stringify({ method, path, ...named })).toBe(
              expected ? 200 : 403,
            );
            if (expected) passed++;
          }
  expect(passed).toBeGreaterThan(100);
});

test("a form with the cookie and no Origin is refused", () => {
  const gate = createGate({ hosts: () => [host] });
  const entered = gate.check(requestFor(`/?key=${gate.mintKey()}`));
  const cookie = entered?.headers.get("set-cookie")?.split(";")[0] ?? "";
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const form = new Request(`http://${host}/-/accounts`, {
    method: "POST",
    headers: { host, cookie, ...type },
  });
  expect(gate.check(form)?.status).toBe(403);
});
