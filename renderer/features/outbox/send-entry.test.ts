import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { account } from "../../../shared/host/accounts.ts";
import { useHostState } from "../../state/host-state.ts";
import { addToOutbox, type OutboxMessage, type OutboxTarget, useOutbox } from "./outbox.ts";
import { sendEntry } from "./send-entry.ts";

const head = "b".repeat(40);
const destination: OutboxTarget = {
  draftKey: "merge-request 1",
  account: "far",
  project: "fjord/lantern",
  iid: 1,
  title: "Say it in Spanish",
  threaded: true,
};
const note = (body: string): OutboxMessage => ({ kind: "note", body });
const onLine: OutboxMessage = {
  kind: "line",
  draft: {
    key: "line",
    oldPath: "a.ts",
    newPath: "a.ts",
    first: { oldLine: null, newLine: 2 },
    last: { oldLine: null, newLine: 2 },
    text: "Shorter?",
    version: { base: "a".repeat(40), start: "a".repeat(40), head },
    thread: null,
    pending: true,
  },
};

const far = account.parse({
  id: "far",
  name: "Far",
  url: "http://far.test",
  kind: "remote",
  token: "memory",
  check: {
    version: null,
    user: { id: 1, name: "Ada", username: "ada", avatar_url: null, web_url: null, is_admin: false },
    scopes: null,
    expires_at: null,
    checked_at: "2026-01-01T00:00:00Z",
  },
});

/** A host with a disk, and a service behind it that a test can change. */
const service = {
  documents: new Map<string, unknown>(),
  written: [] as { path: string; body: { body?: string } }[],
  state: "opened",
  head,
  write: (): Response | null => null,
};

const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
const problem = (code: string) =>
  json({ code, message: `It is ${code}.`, changed: code === "uncertain_write" ? "unknown" : "no" }, 502);

async function answer(input: string, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(input, "http://helve");
  const [, , kind, , key] = pathname.split("/").map(decodeURIComponent);
  const method = init.method ?? "GET";
  if (kind === "documents") {
    if (method === "GET")
      return json(
        [...service.documents].map(([name, value]) => ({
          key: name,
          value,
          updated_at: "2026-01-01T00:00:00Z",
        })),
      );
    if (method === "DELETE") service.documents.delete(key ?? "");
    else service.documents.set(key ?? "", JSON.parse(String(init.body)).value);
    return new Response(null, { status: 204 });
  }
  if (!pathname.includes("/operations/")) return new Response(null, { status: 204 });
  if (method === "POST") {
    const refused = service.write();
    if (refused) return refused;
    service.written.push({ path: pathname, body: JSON.parse(String(init.body)) });
    return json({ id: 1, notes: [], body: "" }, 201);
  }
  if (pathname.endsWith("/discussions")) return json(said());
  return json({ id: 1, iid: 1, state: service.state, sha: service.head, title: "", web_url: "http://far/1" });
}

const said = () =>
  service.written.map(({ body }, i) => ({
    id: String(i),
    notes: [
      {
        id: i,
        body: body.body,
        author: { id: 1, username: "ada", name: "Ada" },
        created_at: new Date().toISOString(),
      },
    ],
  }));

const put = (...messages: OutboxMessage[]) => {
  for (const message of messages) addToOutbox(destination, message);
};
const left = () => useOutbox.getState().entries[0];

beforeEach(() => {
  Object.assign(service, { documents: new Map(), written: [], state: "opened", head, write: () => null });
  useOutbox.setState({ entries: [], sending: new Set() });
  useHostState.setState({ accounts: [far] });
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("navigator", {
    locks: { request: (_: string, __: object, work: (lock: object) => unknown) => work({}) },
  });
});
afterEach(() => vi.unstubAllGlobals());

it("sends all in order and forgets it, on disk too", async () => {
  put(onLine, note("All in all: lovely."));
  expect(await sendEntry(destination.draftKey)).toMatchObject({ sent: 2 });
  expect(service.written.map(({ body }) => body.body)).toEqual(["Shorter?", "All in all: lovely."]);
  expect(left()).toBeUndefined();
  await vi.waitFor(() => expect(service.documents.size).toBe(0));
  expect(await sendEntry(destination.draftKey)).toBeNull();
});

it("keeps all that is said of one line, and one approval", () => {
  const approval: OutboxMessage = { kind: "approval", sha: head };
  put(onLine, approval, onLine, approval);
  expect(left()?.messages.map(({ kind }) => kind)).toEqual(["line", "line", "approval"]);
});

it("holds what was written on lines that have moved, and what is closed by now", async () => {
  put(onLine);
  service.head = "c".repeat(40);
  expect(await sendEntry(destination.draftKey)).toMatchObject({ sent: 0 });
  expect(left()?.blocked?.reason).toBe("moved");
  Object.assign(service, { head, state: "merged" });
  await sendEntry(destination.draftKey);
  expect(left()?.blocked?.reason).toBe("closed");
  expect(service.written).toEqual([]);
});

it("goes on waiting while the service is away, with what was not sent", async () => {
  put(note("one"), note("two"));
  service.write = () => (service.written.length > 0 ? problem("offline") : null);
  expect(await sendEntry(destination.draftKey)).toMatchObject({ sent: 1 });
  expect(left()).toMatchObject({ blocked: null, messages: [{ body: "two" }] });
});

it("looks at the service after an uncertain call, and sends nothing twice", async () => {
  put(note("one"));
  service.write = () => {
    service.written.push({ path: "", body: { body: "one" } });
    return problem("uncertain_write");
  };
  expect(await sendEntry(destination.draftKey)).toMatchObject({ sent: 1 });
  expect(left()).toBeUndefined();
  expect(service.written).toHaveLength(1);
});

it("asks its writer where an uncertain call left nothing behind, and where the service refuses", async () => {
  put(note("one"));
  service.write = () => problem("uncertain_write");
  await sendEntry(destination.draftKey);
  expect(left()?.blocked?.reason).toBe("uncertain");
  service.write = () => problem("forbidden");
  await sendEntry(destination.draftKey);
  expect(left()?.blocked).toEqual({ reason: "refused", message: "It is forbidden." });
});
