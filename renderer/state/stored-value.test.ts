import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { createStoredValues } from "./stored-value.ts";
import { foreignDocumentChanged } from "./windows/foreign-documents.ts";

const disk = vi.hoisted(() => ({ value: "", reads: [] as (() => void)[] }));
vi.mock("../api/documents.ts", () => ({
  readDocument: () => {
    const { value } = disk;
    return new Promise((resolve) => disk.reads.push(() => resolve({ type: "draft", value })));
  },
  writeDocument: (_collection: string, _key: string, { value }: { value: string }) => {
    disk.value = value;
    return Promise.resolve();
  },
}));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("keeps what was typed and stored while another window's change was read", async () => {
  const drafts = createStoredValues("drafts", "draft", z.string(), "");
  disk.value = "Dear";
  drafts.load("comment");
  disk.reads.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(drafts.get("comment")).toEqual({ value: "Dear", loaded: true });

  foreignDocumentChanged("drafts", "comment");
  await vi.advanceTimersByTimeAsync(200);
  drafts.change("comment", () => "Dear all");
  await vi.advanceTimersByTimeAsync(200);
  expect(disk.value).toBe("Dear all");
  disk.reads.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(drafts.get("comment").value).toBe("Dear all");

  disk.value = "Dear you";
  foreignDocumentChanged("drafts", "comment");
  await vi.advanceTimersByTimeAsync(200);
  disk.reads.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(drafts.get("comment").value).toBe("Dear you");
});
