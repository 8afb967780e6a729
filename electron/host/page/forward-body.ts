/**
 * Returns the same response with a body that calls `cancelled` when the page cancels it. A body that fails after
 * `signal` was aborted just ends. Nothing is read ahead of the page.
 */
export function forwardBody(
  response: Response,
  signal: AbortSignal,
  cancelled: (reason: unknown) => void = () => undefined,
): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        try {
          const { done, value } = await reader.read();
          if (done) stream.close();
          else stream.enqueue(value);
        } catch (error) {
          if (!signal.aborted) throw error;
          stream.close();
        }
      },
      async cancel(reason) {
        cancelled(reason);
        // The body may have failed with the abort already.
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
