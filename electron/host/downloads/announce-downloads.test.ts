import { expect, test } from "vitest";
import type { Download } from "../../../shared/host/downloads.ts";
import type { Notice } from "../../../shared/host/shell.ts";
import { EventBus } from "../events/event-bus.ts";
import { plainShell } from "../testing/host-in-folder.ts";
import { announceDownloads } from "./announce-downloads.ts";

function watched(notify: boolean) {
  const bus = new EventBus();
  const notices: Notice[] = [];
  const plain = plainShell("/nowhere");
  const shell = {
    ...plain,
    can: { ...plain.can, notify },
    notify: async (notice: Notice) => void notices.push(notice),
  };
  announceDownloads(bus, shell, () => true);
  const emit = (id: string, state: Download["state"], error: string | null = null) =>
    bus.emit({
      type: "download",
      download: {
        id,
        accountId: "a",
        name: `${id}.zip`,
        path: null,
        state,
        received: 0,
        total: null,
        speed: 0,
        resumable: false,
        error,
      },
    });
  return { bus, notices, emit };
}

test("the end of a download is notified once, with its reason where it failed", () => {
  const { notices, emit } = watched(true);
  for (const state of ["queued", "running", "running", "done", "done"] as const) emit("one", state);
  emit("two", "running");
  emit("two", "failed", "The disk is full.");
  emit("three", "running");
  emit("three", "canceled");
  expect(notices).toEqual([
    { title: "Download finished", body: "one.zip", path: "", silent: true },
    { title: "Download failed", body: "two.zip: The disk is full.", path: "", silent: true },
  ]);
});

test("nothing is notified for a removed or earlier download, or where the shell cannot", () => {
  const { bus, notices, emit } = watched(true);
  emit("old", "done");
  emit("gone", "running");
  bus.emit({ type: "download-removed", id: "gone" });
  emit("gone", "done");
  expect(notices).toEqual([]);
  const silent = watched(false);
  silent.emit("one", "running");
  silent.emit("one", "done");
  expect(silent.notices).toEqual([]);
});

test("watching does not consume a deep link that waits for the page", () => {
  const { bus } = watched(true);
  bus.emit({ type: "navigate", path: "/accounts" });
  const seen: unknown[] = [];
  bus.subscribe((event) => seen.push(event));
  expect(seen).toEqual([{ type: "navigate", path: "/accounts" }]);
});
