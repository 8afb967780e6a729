/**
 * Returns a function that runs work one after the other, and calls `onIdle` once there was none for some milliseconds: for
 * a thread that one piece of work can block or fill.
 */
export function takeTurns(onIdle: () => void, idleMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  return (work) => {
    const turn = last.then(async () => {
      clearTimeout(idle);
      try {
        return await work();
      } finally {
        idle = setTimeout(onIdle, idleMs).unref();
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}
