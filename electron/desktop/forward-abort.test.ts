import { expect, test } from "vitest";
import { forwardAbort } from "./forward-abort.ts";

const request = (init?: RequestInit) => new Request("app://helve/events", init);

/** A host whose response never ends. */
function endlessHost() {
  const seen: { signal?: AbortSignal; pulls: number; cancelled: unknown } = { pulls: 0, cancelled: null };
  const handle = async (inner: Request) => {
    seen.signal = inner.signal;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(stream) {
          seen.pulls++;
          stream.enqueue(Uint8Array.of(seen.pulls));
        },
        cancel(reason) {
          seen.cancelled = reason;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status: 206, headers: { "x-host": "yes" } });
  };
  return { seen, handle };
}

test("a body that the page cancels aborts the host's signal", async () => {
  const { seen, handle } = endlessHost();
  const response = await forwardAbort(request(), handle);
  const reader = response.body?.getReader();
  expect(await reader?.read()).toEqual({ done: false, value: Uint8Array.of(1) });
  expect(seen.signal?.aborted).toBe(false);
  await reader?.cancel("gone");
  expect(seen.signal?.aborted).toBe(true);
  expect(seen.signal?.reason).toBe("gone");
  expect(seen.cancelled).toBe("gone");
});

test("status, headers and bytes are forwarded, and nothing is read ahead", async () => {
  const { seen, handle } = endlessHost();
  const response = await forwardAbort(request(), handle);
  expect(response.status).toBe(206);
  expect(response.headers.get("x-host")).toBe("yes");
  expect(seen.pulls).toBe(0);
  const whole = await forwardAbort(request(), async () => new Response("whole"));
  expect(await whole.text()).toBe("whole");
});

test("a cancel after the host's stream has failed with the abort is not an error", async () => {
  const response = await forwardAbort(request(), async ({ signal }) => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => signal.addEventListener("abort", () => stream.error(signal.reason)),
    });
    return new Response(body);
  });
  await expect(response.body?.cancel(new Error("gone"))).resolves.toBeUndefined();
});

test("a response without a body stays as it is", async () => {
  const response = await forwardAbort(request(), async () => new Response(null, { status: 204 }));
  expect(response.status).toBe(204);
  expect(response.body).toBeNull();
});

test("an aborted signal reaches the host, also before the request", async () => {
  const controller = new AbortController();
  const signals: AbortSignal[] = [];
  const handle = async (inner: Request) => {
    signals.push(inner.signal);
    return new Response("x");
  };
  await forwardAbort(request({ signal: controller.signal }), handle);
  controller.abort();
  await forwardAbort(request({ signal: controller.signal }), handle);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test("a body that was sent reaches the host whole", async () => {
  const sent = request({ method: "POST", body: new Blob(["a".repeat(100_000)]) });
  const response = await forwardAbort(
    sent,
    async (inner) => new Response((await inner.text()).length.toString()),
  );
  expect(await response.text()).toBe("100000");
});
