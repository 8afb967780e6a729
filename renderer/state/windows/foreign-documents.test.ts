import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  anyDocumentChanged,
  batchForeignReads,
  foreignDocumentChanged,
  onForeignDocument,
} from "./foreign-documents.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("notifies the stores of a collection, and all of them when changes were missed", () => {
  const seen: (string | null)[] = [];
  onForeignDocument("reviews", (key) => seen.push(key));
  foreignDocumentChanged("reviews", "seen");
  foreignDocumentChanged("pinned", "projects");
  anyDocumentChanged();
  expect(seen).toEqual(["seen", null]);
});

it("reads once for concurrent changes, one read at a time, and continues after a failure", async () => {
  const reads: string[] = [];
  const soon = batchForeignReads(async () => {
    reads.push("begin");
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    reads.push("end");
    throw new Error("The disk cannot be read");
  });
  soon();
  soon();
  await vi.advanceTimersByTimeAsync(300);
  soon();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reads).toEqual(["begin", "end", "begin", "end"]);
});
