/**
 * Lets a page that gives up reach the host. When a page aborts a fetch, Electron cancels the body of the response but
 * leaves the signal of the request alone; so the host gets a signal of its own, which a cancelled body aborts.
 */
export async function tieAbort(
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  if (request.signal.aborted) abort(request.signal.reason);
  else request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  const response = await handle(new Request(request, { signal: controller.signal }));
  if (!response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const { done, value } = await reader.read();
        if (done) stream.close();
        else stream.enqueue(value);
      },
      async cancel(reason) {
        abort(reason);
        // The host's stream may have failed with the abort already.
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    // Nothing is read ahead of the page.
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
