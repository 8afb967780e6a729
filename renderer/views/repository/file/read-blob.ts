import { getRawBlob } from "../../../../shared/api/resources/repository.ts";
import { callOperation } from "../../../api/fetch-operation.ts";
import type { RepositoryScope } from "../files-address.ts";

/** Bytes up to which a file is read before it is opened. */
const prefetchedBytes = 2_000_000;

/** The one file that was read ahead: the next one to be opened, if any. */
let ahead: { readonly key: string; readonly response: Promise<Response>; readonly stop: () => void } | null =
  null;

const keyOf = ({ account, project }: RepositoryScope, id: string) => JSON.stringify([account, project, id]);

/**
 * Requests the bytes of a blob, by its id: unlike by its path, no history is walked for it. Throws ProblemError, or
 * AbortError once `signal` fired.
 */
export async function readBlob(place: RepositoryScope, id: string, signal: AbortSignal): Promise<Response> {
  const known = ahead?.key === keyOf(place, id) ? ahead : null;
  if (known) {
    ahead = null;
    signal.addEventListener("abort", known.stop, { once: true });
    try {
      return await known.response;
    } catch {
      // It is tried again, and what is wrong is said.
    }
  }
  return callOperation(place.account, getRawBlob, { id: place.project, sha: id }, { signal });
}

/** Requests the bytes of a blob that is likely to be opened next, and nothing of a large one. */
export function prefetchBlob(place: RepositoryScope, id: string): void {
  const key = keyOf(place, id);
  if (ahead?.key === key) return;
  ahead?.stop();
  const controller = new AbortController();
  const { signal } = controller;
  const response = callOperation(place.account, getRawBlob, { id: place.project, sha: id }, { signal }).then(
    async (answer) => {
      if (Number(answer.headers.get("content-length") ?? Number.POSITIVE_INFINITY) > prefetchedBytes) {
        controller.abort();
      }
      return new Response(await answer.arrayBuffer(), { headers: answer.headers });
    },
  );
  response.catch(() => undefined);
  ahead = { key, response, stop: () => controller.abort() };
}
