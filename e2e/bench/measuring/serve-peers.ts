import { spawnSync } from "node:child_process";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { pipeline } from "node:stream";
import { build } from "vite";

const lock = join("node_modules", ".package-lock.json");
const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** Folder of all peers, with a `package.json` and a lock file of its own. */
const folder = join(import.meta.dirname, "../peers");

/** Installs what the peers need, where it is not there yet. */
export function installPeers(): void {
  const wanted = Object.keys(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).dependencies);
  const there = existsSync(join(folder, lock)) ? readFileSync(join(folder, lock), "utf8") : "";
  if (wanted.every((name) => there.includes(`"node_modules/${name}"`))) return;
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("the peers could not be installed");
}

/** Installs the peers of a benchmark, and builds their page. */
export async function buildPeers(benchmark: string, out: string): Promise<void> {
  installPeers();
  await build({
    root: join(folder, benchmark),
    configFile: false,
    logLevel: "error",
    worker: { format: "es" },
    build: { outDir: out, emptyOutDir: true, target: "esnext", chunkSizeWarningLimit: 8_000 },
  });
}

/** Serves the page of the peers on a loopback port, and what they show as `content`, the path of a file, below `/NAME`. */
export async function servePeers(
  out: string,
  content: Readonly<Record<string, string>>,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://peers").pathname;
    const shown = content[path.slice(1)];
    if (shown !== undefined) {
      response.setHeader("content-length", statSync(shown).size);
      return pipeline(createReadStream(shown, { highWaterMark: 1024 * 1024 }), response, () => {});
    }
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
