import { expect, it, vi } from "vitest";
import { Notifier } from "./notifier.ts";

it("ends all waits at the next change", async () => {
  const changes = new Notifier();
  const both = Promise.all([changes.next(), changes.next()]);
  changes.notify();
  await both;
});

it("ends a wait when its signal is aborted, and at once where it was", async () => {
  const changes = new Notifier();
  const stop = new AbortController();
  const waiting = changes.next(stop.signal);
  stop.abort();
  await waiting;
  await changes.next(stop.signal);
});

it("removes its listeners of a signal that outlives the wait", async () => {
  const changes = new Notifier();
  const { signal } = new AbortController();
  const removed = vi.spyOn(signal, "removeEventListener");
  const waiting = changes.next(signal);
  changes.notify();
  await waiting;
  expect(removed).toHaveBeenCalledTimes(1);
});

it("calls each listener until that is ended, also one that ends itself", () => {
  const changes = new Notifier();
  const listener = vi.fn();
  const stop = changes.subscribe(listener);
  const stopBoth = changes.subscribe(() => {
    stop();
    stopBoth();
  });
  changes.notify();
  changes.notify();
  expect(listener).toHaveBeenCalledTimes(1);
});
