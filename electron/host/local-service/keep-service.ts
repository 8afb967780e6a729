import { z } from "zod";

const message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), url: z.string() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
  z.object({ type: z.literal("stray"), message: z.string() }),
]);

/** How the local service is to run; its process gets this as its first message. */
export interface ServiceProcessOptions {
  readonly folder: string;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly adminToken: string;
  readonly sample: boolean;
}

/** A process of the local service, as either shell starts it. */
export interface ServiceChild {
  /** Undefined until the process is there. */
  readonly pid: number | undefined;
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Once, when the process has ended or could not be started. */
  onEnd(listener: (reason: string) => void): void;
  /** Asks it to end, or ends it at once. */
  kill(atOnce: boolean): void;
}

export interface ServiceProcess {
  /** Stays the same when the service is started again. */
  readonly url: string;
  /** Id of the process that runs now, null while there is none. */
  pid(): Promise<number | null>;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** How often a service that ends by itself is started again before it is given up. */
const restarts = 5;
/** Milliseconds that a service has to end by itself. */
const grace = 3_000;

interface Running {
  readonly child: ServiceChild;
  readonly url: string;
  readonly ended: Promise<string>;
}

/**
 * Runs the local service in a process of its own. Should it end by itself, it is started again on the same port,
 * so that its URL stays. `reportStray` gets what no code of the service caught. Rejects where it cannot be started at all.
 */
export async function keepService(
  options: ServiceProcessOptions,
  spawn: () => ServiceChild,
  reportStray: (text: string) => void = () => {},
): Promise<ServiceProcess> {
  const first = await startOnce(options, spawn(), reportStray);
  const port = Number(new URL(first.url).port);
  const state = { running: Promise.resolve(first), stopping: false, left: restarts };
  const watch = ({ ended }: Running) =>
    void ended.then(() => {
      if (state.stopping || state.left-- <= 0) return;
      state.running = startOnce({ ...options, port }, spawn(), reportStray);
      state.running.then(watch, (error: unknown) =>
        console.error(`The local service did not come back: ${String(error)}`),
      );
    });
  watch(first);
  return {
    url: first.url,
    pid: () =>
      state.running.then(
        ({ child }) => child.pid ?? null,
        () => null,
      ),
    async stop() {
      state.stopping = true;
      const running = await state.running.catch(() => null);
      if (!running) return;
      running.child.kill(false);
      const timer = setTimeout(() => running.child.kill(true), grace);
      await running.ended;
      clearTimeout(timer);
    },
  };
}

async function startOnce(
  options: ServiceProcessOptions,
  child: ServiceChild,
  reportStray: (text: string) => void,
): Promise<Running> {
  const ended = new Promise<string>((resolve) => child.onEnd(resolve));
  const ready = new Promise<string>((resolve, reject) => {
    child.onMessage((raw) => {
      const parsed = message.safeParse(raw);
      if (!parsed.success) return;
      if (parsed.data.type === "ready") resolve(parsed.data.url);
      else if (parsed.data.type === "stray") reportStray(parsed.data.message);
      else reject(new Error(parsed.data.message));
    });
  });
  child.send(options);
  const gone = ended.then((reason) => Promise.reject(new Error(reason)));
  try {
    return { child, url: await Promise.race([ready, gone]), ended };
  } catch (error) {
    // A utility process lives on when its service could not be started.
    child.kill(true);
    throw error;
  }
}
