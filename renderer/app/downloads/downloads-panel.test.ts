import { describe, expect, it } from "vitest";
import { type Download, download } from "../../../shared/host/downloads.ts";
import { downloadText, progressOf } from "./downloads-panel.tsx";

const some = (fields: Partial<Download>): Download =>
  download.parse({
    id: "1",
    accountId: "a",
    name: "x.zip",
    path: null,
    state: "running",
    received: 0,
    total: null,
    speed: 0,
    resumable: false,
    error: null,
    ...fields,
  });

describe("texts of downloads", () => {
  it("returns progress, speed and time left", () => {
    expect(downloadText(some({ received: 5_000_000, total: 20_000_000, speed: 1_000_000 }))).toBe(
      "5 MB of 20 MB · 1 MB/s · 15 s left",
    );
    expect(downloadText(some({ received: 5_000_000, speed: 2_000_000 }))).toBe("5 MB · 2 MB/s");
    expect(downloadText(some({ state: "failed", error: "The disk is full" }))).toBe("The disk is full");
  });
  it("shows a share only where the size is known", () => {
    expect(progressOf(some({ received: 5, total: 20 }))).toBe(0.25);
    expect(progressOf(some({ received: 5 }))).toBeNull();
    expect(progressOf(some({ received: 0, total: 0 }))).toBe(1);
  });
});
