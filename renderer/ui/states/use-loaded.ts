import { useEffect, useState } from "react";

/**
 * Returns a module that is being loaded; null until it is there. Not by Suspense, which may show late what it replaces.
 * Throws what the import throws, for the error boundary.
 */
export function useLoaded<T>(loading: Promise<T>): T | null {
  const [get, setGet] = useState<(() => T) | null>(null);
  useEffect(() => {
    loading.then(
      (module) => setGet(() => () => module),
      (error: unknown) =>
        setGet(() => () => {
          throw error;
        }),
    );
  }, [loading]);
  return get?.() ?? null;
}

/** Returns whether so many milliseconds are over since the component was mounted. */
export function useIsOver(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}
