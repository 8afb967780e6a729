import { inspect } from "node:util";

/** The source of an uncaught error. */
export type UncaughtOrigin = "uncaughtException" | "unhandledRejection";

/**
 * Prevents uncaught errors from ending the process, and calls `report` for each. For the entry of a process, once it
 * has started: an error before that should end it.
 */
export function catchUncaughtErrors(report: (text: string) => void): void {
  const origins: readonly UncaughtOrigin[] = ["uncaughtException", "unhandledRejection"];
  for (const origin of origins) {
    process.on(origin, (error: unknown) => report(`${origin}: ${inspect(error)}`));
  }
}
