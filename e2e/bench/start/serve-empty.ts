import { join } from "node:path";
import { build } from "vite";
import { type ShellServer, startShellServer } from "../../../electron/browser/server.ts";
import { createPageFiles } from "../../../electron/host/page/page-files.ts";

/** Builds the empty page as Helve's own is built. */
export async function buildEmpty(out: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, "empty"),
    configFile: false,
    logLevel: "error",
    build: { outDir: out, emptyOutDir: true, target: "chrome140" },
  });
}

/** Serves it as the browser shell serves Helve, with no host behind it. */
export const serveEmpty = (folder: string): Promise<ShellServer> =>
  startShellServer({
    page: createPageFiles(folder),
    handle: () => Promise.resolve(new Response(null, { status: 404 })),
    port: 0,
  });
