import { Hono } from "hono";
import type { EventBus } from "../events/event-bus.ts";

const heartbeat = 15_000;
/** Frames that a stalled reader may leave lying before it is cut off; it reconnects and gets the present state. */
const backlog = 5000;

/** `GET /events` (shared/host/events.ts); `closing` ends every stream. */
export function eventRoutes(bus: EventBus, closing: AbortSignal): Hono {
  return new Hono().get("/events", (context) => {
    const { signal } = context.req.raw;
    let stop = () => {};
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const encoder = new TextEncoder();
          let open = true;
          const send = (text: string) => {
            if (!open) return;
            if ((controller.desiredSize ?? 0) < -backlog) end();
            else controller.enqueue(encoder.encode(text));
          };
          const end = () => {
            stop();
            controller.close();
          };
          stop = () => {
            if (!open) return;
            open = false;
            unsubscribe();
            clearInterval(timer);
            signal.removeEventListener("abort", end);
            closing.removeEventListener("abort", end);
          };
          send("retry: 1000\n\n");
          const timer = setInterval(() => send(": alive\n\n"), heartbeat);
          const unsubscribe = bus.subscribe((event) =>
            send(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
          );
          signal.addEventListener("abort", end, { once: true });
          closing.addEventListener("abort", end, { once: true });
          if (signal.aborted || closing.aborted) end();
        },
        cancel: () => stop(),
      },
      { highWaterMark: 0 },
    );
    return new Response(body, {
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      },
    });
  });
}
