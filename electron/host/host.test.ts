import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diagnosticList } from "../../shared/host/diagnostics.ts";
import { document, documentList, windowHeader } from "../../shared/host/documents.ts";
import { type HostEvent, hostEvent } from "../../shared/host/events.ts";
import { settings } from "../../shared/host/settings.ts";
import { shellInfo } from "../../shared/host/shell.ts";
import { problem } from "../../shared/problem.ts";
import { type HostInFolder, hostInFolder, plainShell } from "./testing/host-in-folder.ts";
import { mockService, sendJson, testToken } from "./testing/mock-service.ts";

/** Reads events until one satisfies `until`, and returns all of them. */
async function readEvents(host: HostInFolder, until: (event: HostEvent) => boolean, act = async () => {}) {
  const response = await host.request("/events");
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const events: HostEvent[] = [];
  let text = "";
  let acted = false;
  for (;;) {
    const { value = "" } = (await reader?.read()) ?? {};
    text += value;
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data) events.push(hostEvent.parse(JSON.parse(data)));
    }
    if (!acted) {
      acted = true;
      await act();
    }
    if (events.some(until)) break;
  }
  await reader?.cancel();
  return events;
}

describe("documents", () => {
  it("survive a restart, are listed newest first, and are emitted as events", async () => {
    await using host = hostInFolder();
    const key = "a/b c#ü";
    const path = `/documents/drafts/${encodeURIComponent(key)}`;
    const events = await readEvents(
      host,
      ({ type }) => type === "document",
      async () => {
        const headers = { "content-type": "application/json", [windowHeader]: "w1" };
        const init = { method: "PUT", headers, body: JSON.stringify({ value: 1 }) };
        expect((await host.request("/documents/drafts/first", init)).status).toBe(204);
      },
    );
    // The window ignores the echo of its own write.
    expect(events.at(-1)).toEqual({ type: "document", collection: "drafts", key: "first", window: "w1" });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await host.requestJson(path, "PUT", { value: { text: "ü", list: [null, true] } });
    await host.restart();
    const list = documentList.parse(await (await host.request("/documents/drafts")).json());
    expect(list.map((entry) => entry.key)).toEqual([key, "first"]);
    const one = document.parse(await (await host.request(path)).json());
    expect(one.value).toEqual({ text: "ü", list: [null, true] });
    expect((await host.request(path, { method: "DELETE" })).status).toBe(204);
    expect((await host.request(path)).status).toBe(404);
    expect((await host.request("/documents/secrets")).status).toBe(400);
  });
});

describe("the inbox outside of the page", () => {
  it("is shown as the settings say, and again when they change", async () => {
    const shown: unknown[] = [];
    await using host = hostInFolder({
      shell: {
        ...plainShell("/nowhere"),
        showBadge: async (count) => void shown.push(count),
        showTray: async (inbox) => void shown.push(inbox),
      },
    });
    const patch = (notifications: object) => host.requestJson("/settings", "PATCH", { notifications });
    const path = "/a/1/p/a%2Fb/merge_requests/7";
    const facts = { account: "1", stamp: "2026-01-01T10:00:00Z", todos: [], endsWithTodos: false };
    const entry = { ...facts, key: "1 a/b!7", title: "Sail", path };
    const store = (entries: readonly object[]) => host.requestJson("/shell/inbox", "PUT", { entries });
    expect((await store([entry])).status).toBe(204);
    const inbox = { count: 1, entries: [{ title: "Sail", path }] };
    await patch({ tray: true });
    await patch({ badge: false });
    await store([]);
    await patch({ tray: false, sound: false });
    expect(shown).toEqual([1, inbox, 0, { count: 0, entries: [] }, null]);
    expect((await store([{ ...entry, path: "//evil.example/" }])).status).toBe(400);
    // The tray is there from the start.
    await patch({ tray: true });
    shown.length = 0;
    await host.restart();
    expect(shown).toEqual([{ count: 0, entries: [] }]);
    expect(host.host.hasTray).toBe(true);
  });
});

describe("settings", () => {
  it("change in part, name a bad field, and survive a restart", async () => {
    await using host = hostInFolder();
    await host.requestJson("/settings", "PATCH", { network: { concurrency: 3 } });
    await host.requestJson("/settings", "PATCH", { network: { timeout: 9 }, storage: { cacheLimit: 7 } });
    const bad = await host.requestJson("/settings", "PATCH", { network: { concurrency: 99 } });
    expect(problem.parse(await bad.json()).fields).toHaveProperty(["network.concurrency"]);
    await host.restart();
    const value = settings.parse(await (await host.request("/settings")).json());
    expect(value.network).toMatchObject({ concurrency: 3, timeout: 9, proxy: "system" });
    expect(value.storage.cacheLimit).toBe(7);
  });
});

describe("events", () => {
  it("begin with the present state, followed by changes", async () => {
    await using service = await mockService((request, response) => {
      if (request.path.includes("/projects")) sendJson(response, []);
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    host.host.publish({ type: "navigate", path: "/projects/1" });
    const online = (event: HostEvent) => event.type === "connectivity" && event.state === "online";
    const events = await readEvents(host, online, async () => {
      await (await host.request(`/accounts/${id}/operations/projects`)).text();
    });
    const present = events.slice(0, 8).map(({ type }) => type);
    expect(present).toEqual([
      ...["accounts", "connectivity", "requests", "watches"],
      ...["merge-queue", "publishes", "tool-writes", "navigate"],
    ]);
    await service.stop();
    const offline = (event: HostEvent) => event.type === "connectivity" && event.state === "offline";
    await readEvents(host, offline, async () => {
      await host.request(`/accounts/${id}/operations/projects/4`);
    });
    await service.start();
    // The host finds out without a request of the page.
    await readEvents(host, online);
  });

  it("report rate limits", async () => {
    await using service = await mockService((request, response) => {
      const headers = { "ratelimit-limit": "100", "ratelimit-remaining": "3", "ratelimit-reset": "1" };
      if (request.path.includes("/projects")) sendJson(response, [], headers);
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    const events = await readEvents(
      host,
      ({ type }) => type === "rate-limit",
      async () => {
        await host.request(`/accounts/${id}/operations/projects`);
      },
    );
    expect(events.at(-1)).toMatchObject({ accountId: id, limit: 100, remaining: 3, resumesAt: null });
  });

  it("say what is waited for, from three seconds on and until the service responds", async () => {
    const { promise: held, resolve: respond } = Promise.withResolvers<void>();
    await using service = await mockService(async (request, response) => {
      if (!request.path.includes("/projects")) return;
      await held;
      sendJson(response, []);
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    const waitOf = (event: HostEvent) =>
      event.type === "requests" && event.accountId === id ? event.waiting : undefined;
    const begun = Date.now();
    const read = host.request(`/accounts/${id}/operations/projects`);
    const events = await readEvents(host, (event) => !!waitOf(event));
    expect(Date.now() - begun).toBeGreaterThanOrEqual(3_000);
    const waiting = events.map(waitOf).findLast((one) => one);
    expect(waiting).toMatchObject({ what: "Projects that the caller may see", count: 1 });
    expect(Date.parse(waiting?.since ?? "")).toBeGreaterThanOrEqual(begun - 50);
    // A window that is opened now gets it with the present state.
    const ends = (event: HostEvent) => waitOf(event) === null;
    const [first] = (await readEvents(host, ends, async () => respond())).filter((event) => waitOf(event));
    expect(first).toBeDefined();
    await (await read).text();
  });
});

describe("a response that stalls halfway", () => {
  it("is waited for from three seconds after its last part on, until more arrives", async () => {
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    await using service = await mockService(async (request, response) => {
      if (!request.path.includes("/projects")) return;
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[");
      await held;
      response.end("]");
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    const waitOf = (event: HostEvent) =>
      event.type === "requests" && event.accountId === id ? event.waiting : undefined;
    const begun = Date.now();
    const read = host.request(`/accounts/${id}/operations/projects`).then((response) => response.text());
    const events = await readEvents(host, (event) => !!waitOf(event));
    expect(Date.now() - begun).toBeGreaterThanOrEqual(3_000);
    expect(events.map(waitOf).findLast((one) => one)).toMatchObject({
      what: "Projects that the caller may see",
      count: 1,
    });
    await readEvents(
      host,
      (event) => waitOf(event) === null,
      async () => goOn(),
    );
    expect(JSON.parse(await read)).toEqual([]);
  });
});

describe("the shell's routes", () => {
  it("report the shell's capabilities and open only web pages", async () => {
    await using host = hostInFolder();
    expect(shellInfo.parse(await (await host.request("/shell")).json())).toMatchObject({ kind: "browser" });
    const open = (url: string) => host.requestJson("/shell/open-external", "POST", { url });
    expect((await open("https://example.org")).status).toBe(204);
    expect((await open("file:///etc/passwd")).status).toBe(400);
    expect((await open("javascript:alert(1)")).status).toBe(400);
    expect((await host.requestJson("/shell/show-download", "POST", { id: "none" })).status).toBe(404);
    expect((await host.request("/nothing")).status).toBe(404);
  });
});

describe("the token", () => {
  it("is in no file, no response and no diagnostic, whatever the service does with it", async () => {
    await using service = await mockService((request, response) => {
      if (!request.path.includes("/projects")) return;
      const token = String(request.headers["private-token"]);
      if (request.path.endsWith("/1")) {
        response.writeHead(500, { "content-type": "application/json" });
        response.end(JSON.stringify({ message: `broken for ${token}` }));
      } else if (request.path.endsWith("/2")) {
        response.writeHead(302, { location: `https://elsewhere.test/?private_token=${token}` }).end();
      } else if (request.path.endsWith("/3")) sendJson(response, { echo: token });
      else sendJson(response, [{ id: 1, path_with_namespace: "g/p" }], { etag: '"1"' });
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    const responses: string[] = [];
    const requestAndRecord = async (path: string) => {
      const response = await host.request(path);
      responses.push(JSON.stringify([...response.headers]), await response.text());
    };
    for (const path of ["", "/1", "/2"]) await requestAndRecord(`/accounts/${id}/operations/projects${path}`);
    await host.request(`/accounts/${id}/operations/projects/3`);
    await requestAndRecord("/accounts");
    await requestAndRecord("/diagnostics");
    const diagnostics = diagnosticList.parse(await (await host.request("/diagnostics")).json());
    expect(diagnostics.map(({ kind }) => kind)).toContain("mismatch");
    expect(responses.join("\n")).not.toContain(testToken);
    await host.restart();
    const files = readdirSync(host.folder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(files.map(({ name }) => name)).toContain("cache.db");
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name)).toString("latin1"), name).not.toContain(testToken);
    }
  });
});
