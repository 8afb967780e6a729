/** Returns whether nobody sees the window: it is minimised, covered or behind another tab of the browser. */
export const isHidden = (): boolean =>
  typeof document !== "undefined" && document.visibilityState === "hidden";

/** A signal that fires once the window is hidden, for as long as that is watched. */
export interface Visible {
  readonly signal: AbortSignal;
  /** Ends the watching. */
  stop(): void;
}

/** Returns a signal that fires once the window is hidden, or `signal` fires. */
export function whileVisible(signal: AbortSignal): Visible {
  const hidden = new AbortController();
  const check = () => {
    if (isHidden()) hidden.abort();
  };
  return { signal: AbortSignal.any([signal, hidden.signal]), stop: onVisibility(check) };
}

/** Resolves once the window is visible, or `signal` fires. */
export async function untilVisible(signal: AbortSignal): Promise<void> {
  if (!isHidden()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onVisibility(() => {
    if (!isHidden()) resolve();
  });
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (signal.aborted) resolve();
  await promise;
  stop();
}

/** Calls back now and whenever the window is hidden or shown; returns how to stop that. */
function onVisibility(callback: () => void): () => void {
  callback();
  if (typeof document === "undefined") return () => undefined;
  document.addEventListener("visibilitychange", callback);
  return () => document.removeEventListener("visibilitychange", callback);
}
