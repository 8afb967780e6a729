import { expect, test } from "vitest";
import {
  createAccessIssuer,
  restartDelayMs,
  type ServiceChild,
  serviceEnvironment,
  superviseService,
} from "./supervise-service.ts";

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

test("each start has a socket, a secret and a token of its own, in a folder of this user's", () => {
  const mint = createAccessIssuer();
  const [first, second] = [mint.issue(), mint.issue()];
  expect(first.socket.path).not.toBe(second.socket.path);
  expect(first.socket.secret).not.toBe(second.socket.secret);
  expect(first.token).not.toBe(second.token);
  expect(Buffer.byteLength(first.socket.path)).toBeLessThan(104);
  mint.close();
  const pipe = createAccessIssuer("win32").issue().socket.path;
  expect(pipe).toMatch(/^\\\\\.\\pipe\\helve-[0-9a-f]{32}$/);
});

test("the delay before a restart grows to half a minute and no further", () => {
  expect([1, 2, 3, 10, 1000].map(restartDelayMs)).toEqual([100, 200, 400, 30_000, 30_000]);
});

test("the service inherits no switch of the environment", () => {
  const passed = serviceEnvironment({
    Path: "/usr/bin",
    HOME: "/home/a",
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    NODE_OPTIONS: "--require=/tmp/x.js",
    NODE_EXTRA_CA_CERTS: "/tmp/ca.pem",
    SSLKEYLOGFILE: "/tmp/keys",
    GIT_SSL_NO_VERIFY: "1",
    GIT_DIR: "/tmp/x",
    LD_PRELOAD: "/tmp/x.so",
    ELECTRON_RUN_AS_NODE: "1",
    HTTPS_PROXY: "http://127.0.0.1:1",
  });
  expect(passed).toEqual({ Path: "/usr/bin", HOME: "/home/a" });
});
