import { getRawBlob } from "../../../shared/api/resources/repository.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { prepareText } from "../../workers/text/text-engine.ts";
import type { RepositoryScope } from "./repository-hrefs.ts";

/** Bytes up to which a file is read before it is opened. */
const prefetchedBytes = 2_000_000;

/** The prefetched file, at most one. */
let ahead: { readonly key: string; readonly response: Promise<Response>; readonly stop: () => void } | null =
  null;

const keyOf = ({ account, project }: RepositoryScope, id: string) => JSON.stringify([account, project, id]);

/**
 * Requests the bytes of a blob by its id, which unlike a path needs no history walk. Throws ProblemError, or
 * AbortError once `signal` fired.
 */
export async function readBlob(scope: RepositoryScope, id: string, signal: AbortSignal): Promise<Response> {
  const known = ahead?.key === keyOf(scope, id) ? ahead : null;
  if (known) {
    ahead = null;
    signal.addEventListener("abort", known.stop, { once: true });
    try {
      return await known.response;
    } catch {
      // Requested again below, which reports the error.
    }
  }
  return callOperation(scope.account, getRawBlob, { id: scope.project, sha: id }, { signal });
}

/** Prefetches the bytes of a blob that is likely to be opened next, unless it is large. */
export function prefetchBlob(scope: RepositoryScope, id: string): void {
  const key = keyOf(scope, id);
  if (ahead?.key === key) return;
  ahead?.stop();
  prepareText();
  const controller = new AbortController();
  const { signal } = controller;
  const response = callOperation(scope.account, getRawBlob, { id: scope.project, sha: id }, { signal }).then(
    async (original) => {
      if (Number(original.headers.get("content-length") ?? Number.POSITIVE_INFINITY) > prefetchedBytes) {
        controller.abort();
      }
      return new Response(await original.arrayBuffer(), { headers: original.headers });
    },
  );
  response.catch(() => undefined);
  ahead = { key, response, stop: () => controller.abort() };
}
