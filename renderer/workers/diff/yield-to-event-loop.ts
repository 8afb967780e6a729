/** Milliseconds of work between two yields. */
const maxBlockingMs = 6;

/**
 * Returns a function that yields to the event loop when synchronous work has lasted for a while. Not by a timer, which
 * would wait for longer.
 */
export function createYield(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < maxBlockingMs) return undefined;
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        began = performance.now();
        resolve();
      };
      port2.postMessage(null);
    });
  };
}
