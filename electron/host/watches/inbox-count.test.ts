import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CountedEntry } from "../../../shared/host/shell.ts";
import type { Watch } from "../../../shared/host/watches.ts";
import { EventBus } from "../events/event-bus.ts";
import { SettingsStore } from "../settings/settings-store.ts";
import { hostInFolder, plainShell } from "../testing/host-in-folder.ts";
import { InboxCount } from "./inbox-count.ts";

const entry = (iid: number, more: Partial<CountedEntry> = {}): CountedEntry => ({
  account: "7",
  key: `7 team/app!${iid}`,
  title: `Sail ${iid}`,
  path: `/a/7/p/team%2Fapp/merge_requests/${iid}`,
  stamp: `2026-01-0${iid}T10:00:00Z`,
  todos: [],
  endsWithTodos: false,
  ...more,
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A host whose page stores an inbox, and the numbers that are on its icon one after another. */
function counted() {
  const shown: number[] = [];
  const home = hostInFolder({
    shell: { ...plainShell("/nowhere"), showBadge: async (count) => void shown.push(count) },
  });
  return {
    home,
    shown,
    store: (entries: readonly CountedEntry[]) => home.requestJson("/shell/inbox", "PUT", { entries }),
    mark: (value: object) =>
      home.requestJson("/documents/reviews/inbox", "PUT", { value: { type: "inbox", value } }),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

test("what is read, done or snoozed is no longer counted, whatever view is open", async () => {
  await using test = counted();
  expect((await test.store([entry(3), entry(2), entry(1)])).status).toBe(204);
  const [first, second, third] = [entry(1), entry(2), entry(3)];
  const read = { [first.key]: { read: first.stamp, marked: 1 } };
  await test.mark(read);
  const done = { ...read, [second.key]: { done: { stamp: second.stamp, at: 2 }, marked: 2 } };
  await test.mark(done);
  const until = new Date(3_600_000).toISOString();
  await test.mark({ ...done, [third.key]: { snoozed: { stamp: third.stamp, until }, marked: 3 } });
  expect(test.shown).toEqual([3, 2, 1, 0]);
  // It is there again once its time has come, and read ones are once they change.
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(test.shown).toEqual([3, 2, 1, 0, 1]);
  await test.store([entry(3), entry(2), entry(1, { stamp: "2026-02-01T10:00:00Z" })]);
  expect(test.shown.at(-1)).toBe(2);
});

test("the number is there from the start", async () => {
  await using test = counted();
  await test.store([entry(2), entry(1)]);
  test.shown.length = 0;
  await test.home.restart();
  expect(test.shown).toEqual([2]);
});

/** A watched automatic merge that has ended. */
const ended = (id: number, status: string): Watch => ({
  key: `7.merge.team/app!${id}`,
  accountId: "7",
  kind: "merge",
  project: "team/app",
  id,
  name: `!${id} Sail ${id}`,
  ref: "sail",
  path: `/a/7/p/team%2Fapp/merge_requests/${id}`,
  status,
  reason: null,
  addedAt: "2026-02-01T09:00:00Z",
  endedAt: "2026-02-01T10:00:00Z",
});

test("an automatic merge that did not happen is counted, once; an account that goes takes its entries along", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-inbox-"));
  const bus = new EventBus();
  const shown: unknown[] = [];
  const count = new InboxCount({
    folder,
    bus,
    settings: new SettingsStore(folder),
    shell: { showBadge: async (number) => void shown.push(number), showTray: async () => {} },
    readDocument: () => {
      throw new Error("there is none");
    },
  });
  count.store([entry(2), entry(9, { account: "8" })]);
  bus.emit({ type: "watch-ended", watch: ended(2, "failed") });
  bus.emit({ type: "watch-ended", watch: ended(3, "merged") });
  bus.emit({ type: "watch-ended", watch: ended(4, "canceled") });
  count.forgetAccount("7");
  count.close();
  rmSync(folder, { recursive: true });
  expect(shown).toEqual([2, 3, 1]);
});
