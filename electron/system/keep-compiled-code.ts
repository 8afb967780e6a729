import { enableCompileCache, flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/** Milliseconds after which what was compiled at the start is written, and no longer delays it. */
const writeDelayMs = 3_000;

/**
 * Keeps the compiled code of a bundle in a folder beside it, which the next build empties: the next start does not
 * compile again. Does nothing for a program that runs from sources, or where nothing can be written.
 */
export function keepCompiledCode(program: string): void {
  if (!program.endsWith(".js")) return;
  enableCompileCache(fileURLToPath(new URL("./compiled", program)));
  setTimeout(flushCompileCache, writeDelayMs).unref();
}
