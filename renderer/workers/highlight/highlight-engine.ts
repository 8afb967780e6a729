import type { Token } from "../../../shared/text/token.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { HighlightMethods } from "./highlight.worker.ts";
import { tokenKinds } from "./token-kinds.ts";
import type { LineTokens } from "./tokenize.ts";

const worker = createWorkerClient<HighlightMethods>(
  () => new Worker(new URL("./highlight.worker.ts", import.meta.url), { type: "module", name: "highlight" }),
  { stateless: true },
);

/**
 * Colours a range of lines: request the visible ones. Their language is the one that the repository's attributes name, else
 * that of the path; null where it is not known. Lines beyond the result's end are plain.
 */
export async function highlightLines(
  path: string,
  lines: readonly string[],
  language?: string,
  signal?: AbortSignal,
): Promise<readonly (readonly Token[])[] | null> {
  const tokens = await worker.call("lines", { path, lines, language }, { signal });
  return tokens?.map(unfold) ?? null;
}

/** Starts the worker, and reads the grammar of a path's language, before lines of it are there. */
export const prepareHighlighter = (path = ""): void =>
  void worker.call("prepare", { path }).catch(() => undefined);

function unfold(flat: LineTokens): Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    tokens.push({ length: flat[i] ?? 0, kind: tokenKinds[flat[i + 1] ?? 0] ?? "plain" });
  }
  return tokens;
}
