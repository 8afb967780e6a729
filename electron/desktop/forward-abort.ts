import { forwardBody } from "../host/page/forward-body.ts";

/**
 * Forwards the page's abort to the host. When a page aborts a fetch, Electron cancels the body of the response but
 * not the signal of the request; so the host gets a signal of its own, which a cancelled body aborts.
 */
export async function forwardAbort(
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  if (request.signal.aborted) abort(request.signal.reason);
  else request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  const response = await handle(new Request(request, { signal: controller.signal }));
  return forwardBody(response, controller.signal, abort);
}
