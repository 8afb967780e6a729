import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectToSocket } from "./local-socket.ts";

let folder: string;
let path: string;
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-socket-"));
  path = process.platform === "win32" ? `\\\\.\\pipe\\helve-test-${process.pid}` : join(folder, "s.sock");
});
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** A server that records what arrives and sends `reply` for the first line. */
async function takePlace(reply: (line: string) => string): Promise<{ received: string }> {
  const seen = { received: "" };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      seen.received += chunk.toString();
      if (seen.received.endsWith("\n")) socket.write(reply(seen.received));
    });
    socket.on("end", () => socket.end());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return seen;
}

const secret = "5".repeat(64);
const open = () =>
  new Promise<string>((resolve) => {
    const connector = connectToSocket({ path, secret }, 500);
    connector({ hostname: "127.0.0.1", protocol: "http:", port: "80" }, (error, socket) => {
      socket?.destroy();
      resolve(error ? error.message : "connected");
    });
  });

test("a process that knows the secret is trusted", async () => {
  await takePlace((line) => `${createHmac("sha256", secret).update(line).digest("hex")}\n`);
  expect(await open()).toBe("connected");
});

test.each([
  ["does not know it", () => `${"0".repeat(64)}\n`],
  ["sends the line back", (line: string) => line],
  [
    "knows another one",
    (line: string) => `${createHmac("sha256", "6".repeat(64)).update(line).digest("hex")}\n`,
  ],
  ["says nothing", () => ""],
])("a process that %s gets a random line and nothing else", async (_, reply) => {
  const seen = await takePlace(reply);
  expect(await open()).toContain("another process");
  expect(seen.received).toMatch(/^[0-9a-f]{64}\n$/);
});
