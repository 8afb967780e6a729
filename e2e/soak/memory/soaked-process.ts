import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { ProcessMemory } from "./process-memory.ts";

/** Options of Node, beside its usual ones, for a process whose memory a soak reads. */
export const soakedOptions: readonly string[] = [
  "--expose-gc",
  `--import=${fileURLToPath(new URL("report-on-signal.ts", import.meta.url))}`,
];

const memory = z.object({ resident: z.number(), heap: z.number(), buffers: z.number() });

/** Collects garbage in a process started with {@link soakedOptions} and returns its memory. Throws where it ended. */
export function memoryOf(child: ChildProcess): Promise<ProcessMemory> {
  return new Promise((resolve, reject) => {
    let text = "";
    const stop = () => {
      child.stdout?.off("data", read);
      child.off("exit", ended);
    };
    const ended = () => {
      stop();
      reject(new Error("the process ended"));
    };
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const found = /^Memory (.*)\n/m.exec(text)?.[1];
      if (!found) return;
      stop();
      resolve(memory.parse(JSON.parse(found)));
    };
    child.stdout?.on("data", read);
    child.once("exit", ended);
    if (!child.kill("SIGUSR2")) ended();
  });
}
