import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { serviceEnvironment } from "../host/local-service/service-environment.ts";
import {
  type ServiceChild,
  type ServiceProcess,
  type ServiceProcessOptions,
  superviseService,
} from "../host/local-service/supervise-service.ts";
import serviceOptions from "../system/service-options.json" with { type: "json" };
import { serviceModule } from "./modules.ts";

/** Keeps the local service running as a Node process beside this one; `module` replaces the one of this build. */
export const startServiceProcess = (
  options: ServiceProcessOptions,
  reportStray?: (text: string) => void,
  module: URL = serviceModule,
): Promise<ServiceProcess> => superviseService(options, () => forkService(module), reportStray);

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
