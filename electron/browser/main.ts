import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createHost } from "../host/host.ts";
import { allowsLocalHooks } from "../host/local-service/allows-local-hooks.ts";
import { openLocalService } from "../host/local-service/open-local-service.ts";
import { createPageFiles } from "../host/page/page-files.ts";
import { catchUncaughtErrors } from "../host/uncaught-errors.ts";
import { restrictToOwner } from "../system/restrict-to-owner.ts";
import { createDevPage } from "./dev-page.ts";
import { traceThread } from "./modules.ts";
import { listenForOpen, requestOpen } from "./open-requests.ts";
import { hasDisplay, openWindow } from "./open-window.ts";
import { startShellServer } from "./server.ts";
import { startServiceProcess } from "./service-process.ts";
import { createBrowserShell } from "./shell.ts";
import { type StartPage, writeStartPage } from "./start-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    port: { type: "string", default: "0" },
    open: { type: "boolean", default: true },
    /** Folder whose repository is opened. */
    repository: { type: "string" },
    /** Origin of the page's development server, and the nonce of its scripts (`npm run dev`). */
    "dev-server": { type: "string" },
    "dev-nonce": { type: "string", default: "" },
  },
  allowNegative: true,
});
const folder = values.data ?? join(root, ".helve");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

const wanted = values.repository === undefined ? null : pathToFileURL(resolve(values.repository)).href;
if (wanted !== null && (await requestOpen(folder, wanted))) {
  console.log("Opened in the running Helve.");
  process.exit(0);
}

// Certificates are always checked, here and in every process that this one starts.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
restrictToOwner(folder, { contents: false });

const service = await openLocalService(() =>
  startServiceProcess(
    {
      folder: join(folder, "service"),
      port: 0,
      sample: true,
      allowLocalHooks: allowsLocalHooks(process.env),
    },
    (text) => host.reportUncaught(`local service: ${text}`),
  ),
);
if (service.problem) console.error(service.problem);
const host = createHost({
  folder: join(folder, "host"),
  shell: createBrowserShell(),
  version,
  localService: service,
  traceThread,
});
const opening: { page: StartPage | null } = { page: null };
const devServer = values["dev-server"];
const server = await startShellServer({
  page:
    devServer === undefined
      ? createPageFiles(join(root, "dist", "renderer"))
      : createDevPage({ origin: devServer, nonce: values["dev-nonce"] }),
  handle: (request) => host.handle(request),
  port: Number(values.port),
  onEnter: () => opening.page?.remove(),
});
catchUncaughtErrors(host.reportUncaught);
const openFolder = (url: string) => host.publish({ type: "navigate", path: url });
const requests = await listenForOpen(folder, openFolder);
if (wanted !== null) openFolder(wanted);
const links = server.mintLinks();
opening.page = values.open && hasDisplay() ? writeStartPage(folder, links) : null;
const opened = opening.page ? await openWindow(opening.page.path, folder) : { kind: "none" as const };
console.log(`Helve runs at ${links.link}`);
if (opened.kind !== "none") console.log("Ctrl-C ends it.");
else {
  console.log(`For a browser that does not find this name: ${links.fallback}`);
  console.log("Open one of them in a browser on this computer; they work once. Ctrl-C ends Helve.");
}

const ending = { begun: false };
async function end(): Promise<void> {
  if (ending.begun) return;
  ending.begun = true;
  if (opened.kind === "window") opened.process.kill();
  opening.page?.remove();
  await requests?.close();
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
