import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createHost } from "../host/host.ts";
import { catchStrayErrors } from "../host/stray-errors.ts";
import { openWindow } from "./open-window.ts";
import { startShellServer } from "./server.ts";
import { startServiceProcess } from "./service-process.ts";
import { createBrowserShell } from "./shell.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    port: { type: "string", default: "0" },
    open: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const folder = values.data ?? join(root, ".helve");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

// Minted at each start; it lives in the memory of these two processes only.
const adminToken = `hlv-${randomBytes(24).toString("base64url")}`;
const service = await startServiceProcess(
  { folder: join(folder, "service"), port: 0, adminToken, sample: true },
  (text) => host.reportStray(`local service: ${text}`),
);
const host = createHost({
  folder: join(folder, "host"),
  shell: createBrowserShell(),
  version,
  localService: { url: service.url, token: adminToken },
});
const server = await startShellServer({
  page: join(root, "dist", "renderer"),
  handle: (request) => host.handle(request),
  port: Number(values.port),
});
catchStrayErrors(host.reportStray);
const link = server.mintLink();
const opened = values.open ? await openWindow(link, folder) : { kind: "none" as const };
console.log(`Helve runs at ${link}`);
if (opened.kind !== "none") console.log("Ctrl-C ends it.");
else console.log("Open this link in a browser of this machine; it works once. Ctrl-C ends Helve.");

const ending = { begun: false };
async function end(): Promise<void> {
  if (ending.begun) return;
  ending.begun = true;
  if (opened.kind === "window") opened.process.kill();
  await server.close();
  await host.close();
  await service.stop();
  process.exit(0);
}
process.on("SIGINT", () => void end());
process.on("SIGTERM", () => void end());
process.on("SIGHUP", () => void end());
// The window is the app: when it closes, the app ends.
if (opened.kind === "window") opened.process.once("exit", () => void end());
