import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { build } from "vite";

const folder = join(import.meta.dirname, "peers");
const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** Views of other libraries, by the name that their page is opened with. */
export const peers = ["diff2html", "diff2html-side", "react-diff-view"] as const;

/** Installs and builds the page of the peers, and serves it with a patch on a loopback port. */
export async function servePeers(out: string, patch: () => string): Promise<{ url: string; server: Server }> {
  if (!existsSync(join(folder, "node_modules"))) {
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (status !== 0) throw new Error("the peers could not be installed");
  }
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    build: { outDir: out, emptyOutDir: true, target: "esnext" },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://peers").pathname;
    if (path === "/patch") return response.end(patch());
    const file = join(out, path === "/" ? "index.html" : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    return response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, server };
}
