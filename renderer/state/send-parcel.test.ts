import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useHostState } from "./host-state.ts";
import { type Destination, type OutboxItem, putInOutbox, useOutbox } from "./outbox.ts";
import { sendParcel } from "./send-parcel.ts";

const head = "b".repeat(40);
const destination: Destination = {
  place: "merge-request 1",
  account: "far",
  project: "fjord/lantern",
  iid: 1,
  title: "Say it in Spanish",
  threaded: true,
};
const note = (body: string): OutboxItem => ({ kind: "note", key: body, body });
const onLine: OutboxItem = {
  kind: "line",
  key: "line",
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
const problem = (code: string) => json({ code, message: `It is ${code}.` }, 502);

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

const put = (...items: OutboxItem[]) => {
  for (const item of items) putInOutbox(destination, item);
};
const left = () => useOutbox.getState().parcels[0];

beforeEach(() => {
  Object.assign(service, { documents: new Map(), written: [], state: "opened", head, write: () => null });
  useOutbox.setState({ parcels: [], sending: new Set() });
  useHostState.setState({
    accounts: [{ id: "far", check: { user: { username: "ada" } } }],
  } as unknown as Parameters<typeof useHostState.setState>[0]);
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("navigator", {
    locks: { request: (_: string, __: object, work: (lock: object) => unknown) => work({}) },
  });
});
afterEach(() => vi.unstubAllGlobals());

it("sends all in order and forgets it, on disk too", async () => {
  put(onLine, note("All in all: lovely."));
  expect(await sendParcel(destination.place)).toMatchObject({ sent: 2 });
  expect(service.written.map(({ body }) => body.body)).toEqual(["Shorter?", "All in all: lovely."]);
  expect(left()).toBeUndefined();
  await vi.waitFor(() => expect(service.documents.size).toBe(0));
  expect(await sendParcel(destination.place)).toBeNull();
});

it("holds what was written on lines that have moved, and what is closed by now", async () => {
  put(onLine);
  service.head = "c".repeat(40);
  expect(await sendParcel(destination.place)).toMatchObject({ sent: 0 });
  expect(left()?.held?.reason).toBe("moved");
  Object.assign(service, { head, state: "merged" });
  await sendParcel(destination.place);
  expect(left()?.held?.reason).toBe("closed");
  expect(service.written).toEqual([]);
});

it("goes on waiting while the service is away, with what was not sent", async () => {
  put(note("one"), note("two"));
  service.write = () => (service.written.length > 0 ? problem("offline") : null);
  expect(await sendParcel(destination.place)).toMatchObject({ sent: 1 });
  expect(left()).toMatchObject({ held: null, items: [{ body: "two" }] });
});

it("looks at the service after an uncertain call, and sends nothing twice", async () => {
  put(note("one"));
  service.write = () => {
    service.written.push({ path: "", body: { body: "one" } });
    return problem("uncertain_write");
  };
  expect(await sendParcel(destination.place)).toMatchObject({ sent: 1 });
  expect(left()).toBeUndefined();
  expect(service.written).toHaveLength(1);
});

it("asks its writer where an uncertain call left nothing behind, and where the service refuses", async () => {
  put(note("one"));
  service.write = () => problem("uncertain_write");
  await sendParcel(destination.place);
  expect(left()?.held?.reason).toBe("uncertain");
  service.write = () => problem("forbidden");
  await sendParcel(destination.place);
  expect(left()?.held).toEqual({ reason: "refused", message: "It is forbidden." });
});
