import { expect, test } from "vitest";
import type { Download } from "../../../shared/host/downloads.ts";
import type { Notice } from "../../../shared/host/shell.ts";
import { EventBus } from "../events/event-bus.ts";
import { plainShell } from "../testing/host-in-folder.ts";
import { announceDownloads } from "./announce-downloads.ts";

function watched(notify: boolean) {
  const bus = new EventBus();
  const told: Notice[] = [];
  const plain = plainShell("/nowhere");
  const shell = {
    ...plain,
    can: { ...plain.can, notify },
    notify: async (notice: Notice) => void told.push(notice),
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
  return { bus, told, emit };
}

test("a download that ends is told once, with its reason where it failed", () => {
  const { told, emit } = watched(true);
  for (const state of ["queued", "running", "running", "done", "done"] as const) emit("one", state);
  emit("two", "running");
  emit("two", "failed", "The disk is full.");
  emit("three", "running");
  emit("three", "canceled");
  expect(told).toEqual([
    { title: "Download finished", body: "one.zip", path: "", silent: true },
    { title: "Download failed", body: "two.zip: The disk is full.", path: "", silent: true },
  ]);
});

test("what ended before, or was removed, is not told, nor anything where the shell cannot", () => {
  const { bus, told, emit } = watched(true);
  emit("old", "done");
  emit("gone", "running");
  bus.emit({ type: "download-removed", id: "gone" });
  emit("gone", "done");
  expect(told).toEqual([]);
  const silent = watched(false);
  silent.emit("one", "running");
  silent.emit("one", "done");
  expect(silent.told).toEqual([]);
});

test("watching does not take a deep link from the page that is still to come", () => {
  const { bus } = watched(true);
  bus.emit({ type: "navigate", path: "/accounts" });
  const seen: unknown[] = [];
  bus.subscribe((event) => seen.push(event));
  expect(seen).toEqual([{ type: "navigate", path: "/accounts" }]);
});
