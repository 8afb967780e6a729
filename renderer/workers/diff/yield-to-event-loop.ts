/** Milliseconds of work after which others get their turn. */
const atOnce = 6;

/**
 * Lets those have their turn who asked something of this worker, where work that never waits has lasted for a while.
 * A timer would make it wait for longer than that takes.
 */
export function createYield(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < atOnce) return undefined;
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
