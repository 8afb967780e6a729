import { utilityProcess } from "electron";
import {
  type ServiceChild,
  type ServiceProcessOptions,
  type SupervisedService,
  serviceEnvironment,
  superviseService,
} from "../host/local-service/supervise-service.ts";

/**
 * Keeps the local service running as a utility process: with the run-as-node fuse off, Electron cannot be forked as
 * Node. `bundle` is the path of the service's entry.
 */
export const startServiceProcess = (
  bundle: string,
  options: ServiceProcessOptions,
  reportStray?: (text: string) => void,
): Promise<SupervisedService> => superviseService(options, () => forkService(bundle), reportStray);

function forkService(bundle: string): ServiceChild {
  const child = utilityProcess.fork(bundle, [], {
    serviceName: "Helve local service",
    stdio: "inherit",
    env: serviceEnvironment(process.env),
  });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on("message", listener),
    onEnd: (listener) => void child.once("exit", (code) => listener(`it ended with ${code}`)),
    kill(atOnce) {
      if (atOnce && child.pid !== undefined) process.kill(child.pid, "SIGKILL");
      // A message rather than a signal: the effect of SIGTERM in a process of Chromium's is not documented.
      else child.postMessage({ type: "stop" });
    },
  };
}
