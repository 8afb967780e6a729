import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SentCalls } from "./sent-calls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("waits for the next part of a response, not for a reader of what has arrived", () => {
  const changed = vi.fn();
  const calls = new SentCalls(changed);
  const call = calls.add("Tags");
  vi.advanceTimersByTime(2_900);
  call.arrived();
  const body = new Readable({ read: () => undefined });
  call.readFrom(body);
  vi.advanceTimersByTime(2_900);
  expect(calls.waiting).toBeNull();
  // Its reader is slow.
  body.push("part");
  vi.advanceTimersByTime(5_000);
  expect(calls.waiting).toBeNull();
  expect(changed).not.toHaveBeenCalled();
  body.read();
  vi.advanceTimersByTime(3_000);
  expect(calls.waiting).toMatchObject({ what: "Tags", count: 1 });
  expect(changed).toHaveBeenCalledTimes(1);
  call.arrived();
  expect(calls.waiting).toBeNull();
  expect(changed).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(3_000);
  call.end();
  expect(calls.waiting).toBeNull();
  expect(changed).toHaveBeenCalledTimes(4);
});
