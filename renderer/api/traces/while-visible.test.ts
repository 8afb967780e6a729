import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { untilVisible, whileVisible } from "./while-visible.ts";

const show = (visibilityState: "visible" | "hidden") => {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event("visibilitychange"));
};

beforeEach(() => vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" })));
afterEach(() => vi.unstubAllGlobals());

it("ends with the visibility of the window, and with its own signal", () => {
  const closed = new AbortController();
  const { signal: first } = whileVisible(closed.signal);
  expect(first.aborted).toBe(false);
  show("hidden");
  expect(first.aborted).toBe(true);
  // A window may be hidden from the start.
  expect(whileVisible(closed.signal).signal.aborted).toBe(true);
  show("visible");
  const { signal: second } = whileVisible(closed.signal);
  expect(second.aborted).toBe(false);
  closed.abort();
  expect(second.aborted).toBe(true);
});

it("stops watching on request", () => {
  const visible = whileVisible(new AbortController().signal);
  visible.stop();
  show("hidden");
  expect(visible.signal.aborted).toBe(false);
});

it("waits for a hidden window to be shown, or for the end", async () => {
  const closed = new AbortController();
  await untilVisible(closed.signal);
  show("hidden");
  const order: string[] = [];
  const shown = untilVisible(closed.signal).then(() => order.push("shown"));
  await Promise.resolve();
  expect(order).toEqual([]);
  show("visible");
  await shown;
  show("hidden");
  const ended = untilVisible(closed.signal).then(() => order.push("ended"));
  closed.abort();
  await ended;
  expect(order).toEqual(["shown", "ended"]);
});
