import { addSecurityHeaders } from "../operations/response-headers.ts";

/** Returns a controller that is aborted with the first of some signals, such as when the reader leaves or the host closes. */
export function stopWith(signals: readonly AbortSignal[]): AbortController {
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const signal of signals) signal.addEventListener("abort", abort, { once: true });
  if (signals.some(({ aborted }) => aborted)) abort();
  return stop;
}

/**
 * Returns a response whose body is a JSON text and a newline for each value, made no faster than they are read. `stop` is
 * aborted when the reader leaves.
 */
export function jsonLines(values: AsyncGenerator<unknown, void>, stop: AbortController): Response {
  return textStream(
    (async function* () {
      for await (const value of values) yield `${JSON.stringify(value)}\n`;
    })(),
    stop,
    "application/x-ndjson",
  );
}

/** Returns a response whose body is what a generator yields; `stop` is aborted when the reader leaves. */
export function textStream(
  texts: AsyncGenerator<string, void>,
  stop: AbortController,
  type = "text/plain; charset=utf-8",
): Response {
  const encoder = new TextEncoder();
  // A running generator ends by the signal, one that waits for the next read ends at once.
  const end = () => void texts.return(undefined).catch(() => undefined);
  stop.signal.addEventListener("abort", end, { once: true });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await texts.next();
          if (!done) controller.enqueue(encoder.encode(value));
          else if (!stop.signal.aborted) controller.close();
        } catch (error) {
          if (!stop.signal.aborted) controller.error(error);
        }
      },
      cancel: () => stop.abort(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: addSecurityHeaders(new Headers({ "content-type": type })) });
}
