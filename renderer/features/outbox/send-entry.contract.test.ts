import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type HostInFolder, hostInFolder } from "../../../electron/host/testing/host-in-folder.ts";
import {
  type MockHandler,
  type MockService,
  mockService,
  sendJson,
} from "../../../electron/host/testing/mock-service.ts";
import { createQueryClient } from "../../api/query-client.ts";
import { createWriteFlow } from "../../api/send-write.ts";
import { useHostState } from "../../state/host-state.ts";
import { stubPageFetch } from "../../testing/stub-page-fetch.ts";
import {
  addToOutbox,
  loadOutbox,
  type OutboxEntry,
  type OutboxMessage,
  removeMessage,
  restoreMessage,
  updateEntry,
  useOutbox,
} from "./outbox.ts";
import { sendEntry as sendIn } from "./send-entry.ts";

const sendEntry = (draftKey: string) => sendIn(createWriteFlow(createQueryClient()), draftKey);
const head = "b".repeat(40);
const draftKey = "merge-request 1";
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

let host: HostInFolder;
let service: MockService;
let account = "";
/** The merge request, and the issue, on the service. */
let present = { state: "opened", head, comments: [] as string[], closedAt: null as string | null };
/** Handles a write instead of creating a comment; returns false to create it. */
let intercept: (...call: Parameters<MockHandler>) => boolean;

const respond: MockHandler = (request, response, raw) => {
  if (!/\/(?:merge_requests|issues)\/1/.test(request.path)) return;
  if (request.method === "POST") {
    if (intercept(request, response, raw)) return;
    addComment(request.body);
    return sendJson(response, { id: present.comments.length, body: "", notes: [] });
  }
  const author = { id: 7, username: "ada", name: "Ada Example" };
  const notes = present.comments.map((body, id) => ({ id, body, author, created_at: clock }));
  if (request.path.includes("/discussions"))
    return sendJson(
      response,
      notes.map((one) => ({ id: String(one.id), notes: [one] })),
    );
  if (request.path.includes("/notes")) return sendJson(response, notes);
  sendJson(response, {
    id: 1,
    iid: 1,
    project_id: 1,
    title: "",
    closed_at: present.closedAt,
    state: present.state,
    sha: present.head,
    web_url: `${service.url}/1`,
  });
};

/** The service's clock is wrong. */
const clock = "2020-01-01T00:00:00Z";

const addComment = (sent: string): void => {
  present.comments.push((JSON.parse(sent) as { body: string }).body);
};

const put = (...messages: OutboxMessage[]) => {
  for (const message of messages)
    addToOutbox(
      {
        of: "merge_request",
        draftKey,
        account,
        project: "fjord/lantern",
        iid: 1,
        title: "Say it in Spanish",
        threaded: true,
      },
      message,
    );
};
const entry = () => useOutbox.getState().entries[0];

beforeEach(async () => {
  present = { state: "opened", head, comments: [], closedAt: null };
  intercept = () => false;
  service = await mockService(respond);
  host = hostInFolder({ retry: { firstDelayMs: 5, maxDelayMs: 20, maxWaitMs: 200 } });
  stubPageFetch(host);
  vi.stubGlobal("navigator", {
    locks: { request: (_: string, __: object, work: (lock: object) => unknown) => work({}) },
  });
  const added = await host.addAccount(service.url);
  account = added.id;
  useHostState.setState({ accounts: [added] });
  useOutbox.setState({ entries: [], sending: new Set() });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await host[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

it("sends all messages in order and removes them, on disk too", async () => {
  put(onLine, note("All in all: lovely."));
  expect(await sendEntry(draftKey)).toMatchObject({ sent: 2 });
  expect(present.comments).toEqual(["Shorter?", "All in all: lovely."]);
  await loadOutbox();
  expect(entry()).toBeUndefined();
  expect(await sendEntry(draftKey)).toBeNull();
});

it("has several comments on one line, and one approval", () => {
  const approval: OutboxMessage = { kind: "approval", sha: head };
  put(onLine, approval, onLine, approval);
  expect(entry()?.messages.map(({ kind }) => kind)).toEqual(["line", "line", "approval"]);
});

it("restores a discarded message where it was, and why its entry was blocked", () => {
  put(note("one"), note("two"), note("three"));
  updateEntry(draftKey, (now) => ({ ...now, blocked: { reason: "moved", message: "The branch moved." } }));
  const bodies = () => entry()?.messages.map((message) => message.kind === "note" && message.body);
  const before = entry() as OutboxEntry;
  const keys = before.messages.map(({ key }) => key);
  for (const key of keys) removeMessage(draftKey, key);
  expect(entry()).toBeUndefined();
  for (const key of [...keys, ...keys].reverse()) restoreMessage(before, key);
  expect(bodies()).toEqual(["one", "two", "three"]);
  expect(entry()?.blocked?.reason).toBe("moved");
  removeMessage(draftKey, keys[1] ?? "");
  put(note("four"));
  restoreMessage(before, keys[1] ?? "");
  expect(bodies()).toEqual(["one", "two", "three", "four"]);
});

it("is blocked where the commented lines changed or the merge request was closed", async () => {
  put(onLine);
  present.head = "c".repeat(40);
  expect(await sendEntry(draftKey)).toMatchObject({ sent: 0 });
  expect(entry()?.blocked?.reason).toBe("moved");
  present = { ...present, head, state: "merged" };
  await sendEntry(draftKey);
  expect(entry()?.blocked?.reason).toBe("closed");
  expect(present.comments).toEqual([]);
});

it("sends comments to an issue, closed or not, unless it was closed since they were written", async () => {
  const issue = { of: "issue", draftKey, account, project: "fjord/lantern", iid: 1 } as const;
  const putOnIssue = (...messages: OutboxMessage[]) => {
    for (const message of messages) addToOutbox({ ...issue, title: "Flickers", threaded: true }, message);
  };
  present = { ...present, state: "closed", closedAt: "2020-01-01T00:00:00Z" };
  putOnIssue(note("one"), { kind: "reply", discussion: "d", body: "two" });
  expect(await sendEntry(draftKey)).toMatchObject({ sent: 2 });
  expect(present.comments).toEqual(["one", "two"]);
  putOnIssue(note("three"));
  present.closedAt = new Date(Date.now() + 60_000).toISOString();
  expect(await sendEntry(draftKey)).toMatchObject({ sent: 0 });
  expect(entry()?.blocked).toEqual({ reason: "closed", message: "The issue is now closed." });
  updateEntry(draftKey, (now) => ({ ...now, blocked: null, force: true }));
  expect(await sendEntry(draftKey)).toMatchObject({ sent: 1 });
  expect(present.comments).toEqual(["one", "two", "three"]);
});

it("waits with the unsent messages while the service cannot be reached", async () => {
  put(note("one"), note("two"));
  intercept = (_, response) => {
    response.shouldKeepAlive = false;
    response.on("finish", () => void service.stop());
    return false;
  };
  expect(await sendEntry(draftKey)).toMatchObject({ sent: 1 });
  expect(entry()).toMatchObject({ blocked: null, messages: [{ body: "two" }] });
});

it("searches for a comment whose response was lost, and does not send it twice", async () => {
  put(note("one"));
  intercept = (request, _, raw) => {
    addComment(request.body);
    raw.socket.destroy();
    return true;
  };
  expect(await sendEntry(draftKey)).toMatchObject({ sent: 1 });
  expect(entry()).toBeUndefined();
  expect(present.comments).toEqual(["one"]);
});

it("does not take an equal comment from before for one whose response was lost", async () => {
  present.comments = ["one"];
  put(note("one"));
  intercept = (_, __, raw) => {
    raw.socket.destroy();
    return true;
  };
  expect(await sendEntry(draftKey)).toMatchObject({ sent: 0 });
  expect(entry()?.blocked).toMatchObject({
    reason: "uncertain",
    message: expect.stringContaining("send it again"),
  });
});

it("is blocked where a lost comment is not on the service, and where the service refuses", async () => {
  put(note("one"));
  intercept = (_, __, raw) => {
    raw.socket.destroy();
    return true;
  };
  await sendEntry(draftKey);
  expect(entry()?.blocked?.reason).toBe("uncertain");
  intercept = (_, response) => {
    response.writeHead(403, { "content-type": "application/json" });
    response.end('{"message":"403 Forbidden"}');
    return true;
  };
  await sendEntry(draftKey);
  expect(entry()?.blocked?.reason).toBe("refused");
});
