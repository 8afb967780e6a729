import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter } from "node:events";
import type { ForkOptions, UtilityProcess } from "electron";
import { afterReady, recordCall } from "./calls.ts";

/** Every process that was started, in order. */
export const processes: ProcessMock[] = [];

/** A utility process over a real Node process, which gets its messages as those of its parent. */
class ProcessMock extends EventEmitter implements Pick<UtilityProcess, "pid" | "postMessage" | "kill"> {
  readonly #child: ChildProcess;
  constructor(module: string, options: ForkOptions) {
    super();
    this.#child = fork(module, [], {
      execArgv: options.execArgv ?? [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child.on("message", (message) => this.emit("message", message));
    this.#child.once("exit", (code) => this.emit("exit", code ?? 1));
    processes.push(this);
  }
  get pid(): number | undefined {
    return this.#child.pid;
  }
  postMessage(message: object): void {
    this.#child.send(message);
  }
  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork(module: string, args: string[] = [], options: ForkOptions = {}): ProcessMock {
    afterReady("utilityProcess.fork can only be called after app is ready");
    recordCall("utilityProcess.fork", module, args, options);
    return new ProcessMock(module, options);
  },
};
