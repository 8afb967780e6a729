import { expect, test } from "vitest";
import { restartDelayMs } from "./restart-delay.ts";
import { createAccessIssuer } from "./service-access.ts";
import { serviceEnvironment } from "./service-environment.ts";

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
