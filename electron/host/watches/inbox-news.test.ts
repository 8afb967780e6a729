import { expect, test, vi } from "vitest";
import type { Notice } from "../../../shared/host/shell.ts";
import { hostInFolder, plainShell } from "../testing/host-in-folder.ts";
import { mockService, sendJson, testToken } from "../testing/mock-service.ts";

const begin = Date.now();
/** Returns the time of some minutes after the test has begun. */
const time = (minutes: number) => new Date(begin + minutes * 60_000).toISOString();

const mateo = { id: 8, username: "mateo", name: "Mateo" };
const ada = { id: 7, username: "ada", name: "Ada Example" };

const todo = (id: number, action: string, comment?: number) => ({
  id,
  project: { id: 1, path_with_namespace: "team/app" },
  author: mateo,
  action_name: action,
  target_type: "MergeRequest",
  target: { iid: 7, title: "Sail", web_url: "" },
  target_url: `https://x/team/app/-/merge_requests/7${comment ? `#note_${comment}` : ""}`,
  body: comment ? "@ada **look**\nat this" : "Sail",
  state: "pending",
  created_at: time(10),
});

const mergeRequest = (iid: number, more: object = {}) => ({
  id: 70 + iid,
  iid,
  project_id: 1,
  title: `Sail ${iid}`,
  state: "opened",
  author: ada,
  updated_at: time(10),
  user_notes_count: 0,
  references: { full: `team/app!${iid}` },
  web_url: "",
  ...more,
});

const note = (id: number, body: string, at: string, author = mateo) => ({
  id,
  body,
  author,
  created_at: at,
  system: false,
});

/** A service with to-dos, lists and comments that a test changes, and a host that records its notifications. */
async function asked(options: { readonly todos?: boolean } = {}) {
  const state = {
    todos: [] as unknown[],
    created: [] as unknown[],
    assigned: [] as unknown[],
    reviewing: [] as unknown[],
    notes: [] as unknown[],
  };
  const notices: Notice[] = [];
  const badges: number[] = [];
  const service = await mockService(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, "http://x");
    if (pathname.endsWith("/todos")) {
      if (options.todos !== false)
        return sendJson(response, state.todos, { etag: `"${state.todos.length}"` });
      response.writeHead(404, { "content-type": "application/json" });
      return response.end('{"error":"404 Not Found"}');
    }
    if (pathname.endsWith("/notes")) return sendJson(response, state.notes);
    if (!pathname.endsWith("/merge_requests")) return;
    const scope = searchParams.get("scope");
    if (scope === "created_by_me") return sendJson(response, state.created);
    return sendJson(response, scope === "all" ? state.reviewing : state.assigned);
  });
  const plain = plainShell("/nowhere");
  const home = hostInFolder({
    shell: {
      ...plain,
      can: { ...plain.can, notify: true },
      notify: async (notice) => void notices.push(notice),
      showBadge: async (count) => void badges.push(count),
    },
    newsIntervals: { firstMs: 10, everyMs: 10 },
  });
  const { id } = await home.addAccount(service.url);
  /** Waits until each list was read again. */
  const rounds = async (count = 2) => {
    const before = service.calls().length;
    const isRound = () => service.calls().length >= before + count * 6;
    await vi.waitFor(() => expect(isRound()).toBe(true), 5000);
  };
  await rounds();
  return {
    id,
    state,
    notices,
    badges,
    service,
    home,
    rounds,
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

test("the number on the icon grows with what is new", async () => {
  await using test = await asked();
  const entry = {
    account: test.id,
    title: "Sail",
    path: "/",
    stamp: time(0),
    todos: [],
    endsWithTodos: false,
  };
  const entries = [6, 7].map((iid) => ({ ...entry, key: `${test.id} team/app!${iid}` }));
  await test.home.requestJson("/shell/inbox", "PUT", { entries });
  // Of a merge request that is counted already.
  test.state.todos = [todo(1, "assigned")];
  await test.rounds();
  expect(test.badges).toEqual([2]);
  test.state.todos = [{ ...todo(2, "marked"), target_type: "Issue" }, ...test.state.todos];
  await vi.waitFor(() => expect(test.badges).toEqual([2, 3]), 5000);
});

test("the number falls when a to-do ends on the service, and when its merge request is read elsewhere", async () => {
  await using test = await asked();
  test.state.todos = [todo(2, "marked"), { ...todo(1, "assigned"), target_type: "Issue" }];
  await vi.waitFor(() => expect(test.badges).toEqual([2]), 5000);
  test.state.todos = [todo(2, "marked")];
  await vi.waitFor(() => expect(test.badges).toEqual([2, 1]), 5000);
  const value = { [`${test.id} team/app!7`]: { read: time(10), marked: 1 } };
  await test.home.requestJson("/documents/reviews/inbox", "PUT", { value: { type: "inbox", value } });
  expect(test.badges).toEqual([2, 1, 0]);
});

const at = (account: string, rest = "") => `/a/${account}/p/team%2Fapp/merge_requests/7${rest}`;

test("a new to-do is notified once, at its comment, also after a restart; older ones are not", async () => {
  await using test = await asked();
  test.state.todos = [todo(1, "assigned")];
  await vi.waitFor(() => expect(test.notices).toHaveLength(1), 5000);
  test.state.todos = [todo(3, "marked"), todo(2, "mentioned", 5), ...test.state.todos];
  await vi.waitFor(() => expect(test.notices).toHaveLength(2), 5000);
  await test.home.restart();
  await test.home.requestJson(`/accounts/${test.id}`, "PATCH", { token: testToken });
  await test.rounds();
  expect(test.notices).toEqual([
    { title: "Assigned: Sail", body: "team/app!7 · Mateo", path: at(test.id), silent: false },
    {
      title: "Mentioned: Sail",
      body: "team/app!7 · Mateo: @ada look",
      path: at(test.id, "#note_5"),
      silent: false,
    },
  ]);
});

test("many at once are one notification, and kinds that are off are none", async () => {
  await using test = await asked();
  const patch = (notifications: object) => test.home.requestJson("/settings", "PATCH", { notifications });
  await patch({ failures: false });
  test.state.todos = [1, 2, 3, 4].map((id) => todo(id, "review_requested"));
  await vi.waitFor(() =>
    expect(test.notices).toMatchObject([{ title: "4 new entries in your inbox", path: "/" }]),
  );
  test.state.todos = [todo(5, "build_failed"), ...test.state.todos];
  await test.rounds();
  // What comes while all are off is not new afterwards.
  await patch({ requests: false, replies: false, badge: false });
  const quiet = test.service.calls().length + 2;
  test.state.todos = [todo(6, "review_requested"), ...test.state.todos];
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(test.service.calls().length).toBeLessThanOrEqual(quiet);
  await patch({ requests: true });
  await test.rounds();
  expect(test.notices).toHaveLength(1);
});

test("comments of others on the user's merge request are notified, but for those that a to-do names", async () => {
  await using test = await asked();
  test.state.created = [mergeRequest(7)];
  await test.rounds();
  test.state.notes = [
    note(13, "**Why** so?", time(20)),
    note(12, "@ada see", time(19)),
    note(11, "my own", time(18), ada),
    note(10, "old", time(-60)),
  ];
  test.state.todos = [todo(1, "directly_addressed", 12)];
  await vi.waitFor(() => expect(test.notices).toHaveLength(1), 5000);
  test.state.created = [mergeRequest(7, { updated_at: time(20), user_notes_count: 4 })];
  await vi.waitFor(() => expect(test.notices).toHaveLength(2), 5000);
  await test.rounds();
  expect(test.notices.slice(1)).toMatchObject([
    { title: "New comment: Sail 7", body: "team/app!7 · Mateo: Why so?", path: at(test.id, "#note_13") },
  ]);
});

test("a service without to-dos is asked once, and requests come from its lists", async () => {
  await using test = await asked({ todos: false });
  const askedFor = test.service.calls().filter(({ path }) => path.includes("/todos"));
  expect(askedFor).toHaveLength(1);
  const theirs = { author: mateo, updated_at: time(20) };
  test.state.reviewing = [
    mergeRequest(7, { ...theirs, reviewers: [ada], user_notes_count: 1 }),
    mergeRequest(9, { ...theirs, reviewers: [] }),
  ];
  // One who takes no part is told of mentions alone.
  test.state.notes = [note(2, "for @ada", time(20)), note(1, "for @eva", time(19))];
  await vi.waitFor(() => expect(test.notices).toHaveLength(2), 5000);
  await test.rounds();
  expect(test.notices.map(({ title, path }) => [title, path])).toEqual([
    ["Review requested: Sail 7", at(test.id)],
    ["New comment: Sail 7", at(test.id, "#note_2")],
  ]);
});

test("a service that is away is not asked, and nothing from the cache is new", async () => {
  await using test = await asked();
  await test.service.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  test.state.todos = [todo(1, "review_requested")];
  const before = test.service.seen.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(test.service.seen).toHaveLength(before);
  expect(test.notices).toEqual([]);
  await test.service.start();
  await vi.waitFor(() => expect(test.notices).toHaveLength(1), 10_000);
}, 20_000);
