import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { catchUncaughtErrors } from "../host/diagnostics/diagnostics.ts";
import type { Host } from "../host/host.ts";
import { localServiceConfig, openLocalService } from "../host/local-service/open-local-service.ts";
import { loadFrame } from "../host/page/load-frame.ts";
import { createPageFiles } from "../host/page/page-files.ts";
import { checkDatabaseFormats } from "../host/storage/database-formats.ts";
import { startToolServer } from "../host/tools/tool-server.ts";
import { claimDataFolder, FolderInUse, type FolderLock } from "../system/folder-lock.ts";
import { createDevPage } from "./dev-page.ts";
import { listenForOpen, requestOpenWithin } from "./open-requests.ts";
import { hasDisplay, type Opened, openWindow } from "./open-window.ts";
import { type StartLinks, startShellServer } from "./server.ts";
import { frameModule, startServiceProcess, traceThread } from "./service-process.ts";
import { createBrowserShell } from "./shell.ts";
import { type StartPage, writeStartPage } from "./start-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Milliseconds that the Helve that has the data folder may need to start. */
const startMs = 30_000;
/** This shell, as a second start names it. */
const program = "Helve in a browser";
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
const folder = resolve(values.data ?? join(root, ".helve"));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const wanted = values.repository === undefined ? null : pathToFileURL(resolve(values.repository)).href;

// Certificates are always checked, here and in every process that this one starts.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
const lock = await claimOrHandOver();

const running: { host: Host | null } = { host: null };
const report = (text: string) => (running.host ? running.host.reportUncaught(text) : console.error(text));
// Meanwhile the local service starts.
const frame = frameModule && loadFrame(frameModule, report);
const starting = openLocalService(() =>
  startServiceProcess(localServiceConfig(folder, process.env), (text) => report(`local service: ${text}`)),
);
// The link is for what can start.
await orFail(() => checkDatabaseFormats(join(folder, "host")));
const { promise: hosting, resolve: hosts } = Promise.withResolvers<Host>();
const opening: { page: StartPage | null } = { page: null };
const devServer = values["dev-server"];
// A link is there before what it leads to: requests wait for the host.
const page =
  devServer === undefined
    ? hosting.then((host) =>
        createPageFiles(join(root, "dist", "renderer"), () => host.startData(), {
          draw: frame?.draw,
          read: (address) => host.startResponses(address, frame?.readFirst),
        }),
      )
    : Promise.resolve(createDevPage({ origin: devServer, nonce: values["dev-nonce"] }));
const server = await orFail(() =>
  startShellServer({
    page: async (request) => (await page)(request),
    handle: async (request) => (await hosting).handle(request),
    port: Number(values.port),
    onEnter: () => opening.page?.remove(),
  }),
);
const openFolder = async (url: string) => {
  const host = await hosting;
  host.openAllowed(fileURLToPath(url));
  host.publish({ type: "navigate", path: url });
};
const requests = await listenForOpen(folder, async (url) => {
  if (url !== null) await openFolder(url);
  else {
    const links = server.mintLinks();
    if ((await openPage(links)).kind === "none") return [links.link, links.fallback];
  }
  return [];
});
// The first start fills the local service: a link would lead to a blank page for seconds.
const isNew = !existsSync(join(folder, "host"));
if (isNew) await runHost();
const links = server.mintLinks();
const opened = await openPage(links);
console.log(`Helve runs at ${links.link}`);
if (opened.kind !== "none") console.log("Ctrl-C ends it.");
else {
  console.log(`For a browser that does not find this name: ${links.fallback}`);
  console.log("Open one of them in a browser on this computer; they work once. Ctrl-C ends Helve.");
}

const tools = startToolServer(folder, async (request) => (await hosting).handleTool(request)).catch(
  (error: unknown) => {
    report(`other programs cannot reach this Helve: ${String(error)}`);
    return null;
  },
);

const ending = { begun: false };
async function end(): Promise<void> {
  if (ending.begun) return;
  ending.begun = true;
  if (opened.kind === "window") opened.process.kill();
  opening.page?.remove();
  await requests?.close();
  await (await tools)?.close();
  await server.close();
  await (await hosting).close();
  await (await starting).stop();
  lock.release();
  process.exit(0);
}
process.on("SIGINT", () => void end());
process.on("SIGTERM", () => void end());
process.on("SIGHUP", () => void end());
// The window is the app: when it closes, the app ends.
if (opened.kind === "window") opened.process.once("exit", () => void end());

if (!isNew) await runHost();
if (wanted !== null) await openFolder(wanted);

/** Creates the host, for which requests wait. */
async function runHost(): Promise<void> {
  // Half of the start is code: it is loaded while the local service starts.
  const { createHost } = await import("../host/host.ts");
  const service = await starting;
  if (service.problem) console.error(service.problem);
  const host = await orFail(() =>
    createHost({
      folder: join(folder, "host"),
      shell: createBrowserShell(),
      version,
      localService: service,
      traceThread,
      toolCommand: [process.execPath, join(root, "scripts", "helve.mjs"), "mcp", "--data", folder],
    }),
  );
  running.host = host;
  catchUncaughtErrors(host.reportUncaught);
  hosts(host);
}

/** Opens the page where there is a display and that is wanted. */
async function openPage(links: StartLinks): Promise<Opened> {
  opening.page = values.open && hasDisplay() ? writeStartPage(folder, links) : null;
  return opening.page ? openWindow(opening.page.path, folder) : { kind: "none" };
}

/** Takes the data folder, or hands over to the Helve that has it and ends this process. */
async function claimOrHandOver(): Promise<FolderLock> {
  try {
    return claimDataFolder(folder, program, version);
  } catch (error) {
    if (!(error instanceof FolderInUse)) return fail(error);
    const reply = await requestOpenWithin(folder, wanted, isStarting(error) ? startMs : 0);
    if (!reply) return fail(error);
    const done =
      wanted === null ? `Helve runs already (process ${reply.pid}).` : "Opened in the running Helve.";
    console.log(
      [done, ...(reply.links.length > 0 ? ["Open one of these in a browser:"] : []), ...reply.links].join(
        "\n",
      ),
    );
    process.exit(0);
  }
}

/** Returns whether the Helve that has the folder is one that will take requests in a moment. */
function isStarting({ holder }: FolderInUse): boolean {
  return !holder || (holder.program === program && Date.now() - Date.parse(holder.since) < startMs);
}

/** Returns what `start` returns; where that throws, prints the reason and ends this process and the local service. */
async function orFail<T>(start: () => T | Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    await (await starting).stop();
    return fail(error);
  }
}

function fail(error: unknown): never {
  console.error(`Helve could not start. ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
