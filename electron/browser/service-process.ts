import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  type ServiceChild,
  type ServiceProcessOptions,
  type SupervisedService,
  serviceEnvironment,
  superviseService,
} from "../host/local-service/supervise-service.ts";
import serviceOptions from "../system/service-options.json" with { type: "json" };

/** Whether this is the bundle of `vite.browser.config.ts`. `npm run dev` and tests run the sources. */
const isBundled = import.meta.url.endsWith(".js");

/** Module of the local service's process. */
export const serviceModule = new URL(isBundled ? "./service.js" : "../service/main.ts", import.meta.url);

/** Module that draws the first frame; null where the sources run, which have the page's build alone. */
export const frameModule = isBundled ? new URL("./frame.js", import.meta.url) : null;

/** Module of the threads that index and search traces. */
export const traceThread = new URL(
  isBundled ? "./trace-worker.js" : "../host/traces/engine/trace-worker.ts",
  import.meta.url,
);

/** Keeps the local service running as a Node process beside this one; `module` replaces the one of this build. */
export const startServiceProcess = (
  options: ServiceProcessOptions,
  reportStray?: (text: string) => void,
  module: URL = serviceModule,
): Promise<SupervisedService> => superviseService(options, () => forkService(module), reportStray);

function forkService(module: URL): ServiceChild {
  const child = fork(fileURLToPath(module), [], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: serviceOptions.execArgv,
    env: { ...serviceEnvironment(process.env), ...serviceOptions.env },
  });
  return {
    pid: child.pid,
    send: (message) => void child.send(message as object),
    onMessage: (listener) => void child.on("message", listener),
    onEnd(listener) {
      child.once("error", (error) => listener(error.message));
      child.once("exit", (code, signal) => listener(`it ended with ${signal ?? code}`));
    },
    kill: (atOnce) => void child.kill(atOnce ? "SIGKILL" : "SIGTERM"),
  };
}
