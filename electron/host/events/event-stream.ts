import type { EventBus } from "./event-bus.ts";

const heartbeatMs = 15_000;
/** Frames that may wait for a stalled reader before its stream is closed; it reconnects and gets the present state. */
const maxWaitingFrames = 5000;

/** Returns the events of a bus as the frames of an event stream, which ends once one of `signals` is aborted. */
export function eventStream(bus: EventBus, signals: readonly AbortSignal[]): ReadableStream<Uint8Array> {
  const ending = AbortSignal.any([...signals]);
  let stop = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const encoder = new TextEncoder();
        let open = true;
        const send = (text: string) => {
          if (!open) return;
          if ((controller.desiredSize ?? 0) < -maxWaitingFrames) end();
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
          ending.removeEventListener("abort", end);
        };
        send("retry: 1000\n\n");
        const timer = setInterval(() => send(": alive\n\n"), heartbeatMs);
        const unsubscribe = bus.subscribe((event) =>
          send(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
        );
        ending.addEventListener("abort", end, { once: true });
        if (ending.aborted) end();
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  );
}
