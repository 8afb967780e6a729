import { expect, test } from "vitest";
import { type ServiceChild, superviseService } from "./supervise-service.ts";

const options = { folder: "/nowhere", port: 0, sample: true };

/** A process that responds to its configuration with what `respond` sends. */
function fakeChild(respond: (send: (message: unknown) => void, end: (reason: string) => void) => void) {
  const state = { configured: false, killed: false };
  const listeners = { message: (_: unknown) => {}, end: (_: string) => {} };
  const child: ServiceChild = {
    pid: 1,
    send() {
      state.configured = true;
      respond(
        (message) => listeners.message(message),
        (reason) => listeners.end(reason),
      );
    },
    onMessage: (listener) => {
      listeners.message = listener;
    },
    onEnd: (listener) => {
      listeners.end = listener;
    },
    kill() {
      state.killed = true;
      listeners.end("it ended with SIGTERM");
    },
  };
  return { child, state };
}

test("the process that makes the sample ends, and another one serves", async () => {
  const filling = fakeChild((send) => {
    send({ type: "filling" });
    send({ type: "filled" });
  });
  const serving = fakeChild((send) => send({ type: "ready", url: "http://127.0.0.1:1" }));
  const left = [filling.child, serving.child];
  const service = await superviseService(options, () => left.shift() ?? serving.child);
  expect(service.url).toBe("http://127.0.0.1:1");
  expect(filling.state.killed).toBe(true);
  expect(serving.state).toEqual({ configured: true, killed: false });
  await service.stop();
});

test("where the sample cannot be made, no process is left", async () => {
  const filling = fakeChild((send, end) => {
    send({ type: "filling" });
    end("it ended with SIGKILL");
  });
  const waiting = fakeChild(() => {});
  const left = [filling.child, waiting.child];
  await expect(superviseService(options, () => left.shift() ?? waiting.child)).rejects.toThrow(
    "it ended with SIGKILL",
  );
  expect(waiting.state).toEqual({ configured: false, killed: true });
});
