import { Hono } from "hono";
import type { EventBus } from "../events/event-bus.ts";
import { eventStream } from "../events/event-stream.ts";

const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/** `GET /events` and `GET /events/state` (shared/host/events.ts); `closing` ends every stream. */
export const eventRoutes = (bus: EventBus, closing: AbortSignal): Hono =>
  new Hono()
    .get(
      "/events",
      (context) => new Response(eventStream(bus, [context.req.raw.signal, closing]), { headers }),
    )
    .get("/events/state", (context) =>
      context.json(bus.state(), { headers: { "cache-control": "no-store" } }),
    );
