import { useSyncExternalStore } from "react";

/** Milliseconds between two ticks, within which a text such as "2 minutes ago" may be late. */
const tickMs = 30_000;

const listeners = new Set<() => void>();
const clock: { timer?: ReturnType<typeof setInterval> } = {};

/** Calls a function at each tick of the one timer that all texts about times share. Returns what ends that. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  clock.timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock.timer);
    delete clock.timer;
  };
}

/** Returns a text that depends on the current time, kept current. Nothing is rendered while it stays the same. */
export function useTextOfNow(format: (now: Date) => string): string {
  const text = () => format(new Date());
  return useSyncExternalStore(onTick, text, text);
}
