import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { contract, plainModule } from "./contract.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const resources = join(root, "shared", "api", "resources");

/** The view that shows the contract itself, schemas and all. */
const reference = "renderer/views/reference/index.tsx";
/** The worker that reads notebooks, which are files of strangers; it is started where one is opened. */
const notebooks = "renderer/workers/notebook/notebook.worker.ts";
/** Workers that read files of jobs, by the schemas of their keywords. */
const ciFiles = ["renderer/workers/ci-form/ci-form.worker.ts", "renderer/workers/ci/ci.worker.ts"];

test("a module of operations has their facts and other data, and no schema", async () => {
  const branches = await plainModule(join(resources, "branches.ts"));
  expect(branches).toContain(
    'export const deleteBranch = /* @__PURE__ */ callFacts({"method":"DELETE","path":"/projects/:id/repository/branches/:branch","response":{"kind":"none"},"changes":["branches"]});',
  );
  expect(branches).not.toMatch(/zod|export const branch\b/);
  expect(await plainModule(join(resources, "repository.ts"))).toContain("export const archiveFormats = [");
  expect(await plainModule(join(root, "shared", "host", "documents.ts"))).toContain(
    'export const documentRoutes = {"list":{"key":"GET /documents/:collection"}',
  );
});

test("no script of the page that runs before its view is usable needs zod", { timeout: 60_000 }, async () => {
  const input = [
    "renderer/main.ts",
    "renderer/app/start/open-app.tsx",
    ...globSync("renderer/views/*/{index.tsx,prefetch.ts}", { cwd: root }),
    ...globSync("renderer/**/*.worker.ts", { cwd: root }),
  ];
  const output = await build({
    configFile: false,
    root: join(root, "renderer"),
    publicDir: false,
    logLevel: "error",
    plugins: [contract(), withoutWorkers],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: input.map((path) => join(root, path)),
        // Packages stay imports, which are counted.
        external: (id) => /^[@#a-z]/i.test(id) && !id.endsWith(".css"),
      },
    },
  });
  if (!("output" in output)) throw new Error("The build gave no files");
  const chunks = new Map(
    output.output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])),
  );
  const withZod = [...chunks.values()]
    .filter((chunk) => chunk.isEntry && importsOf(chunk, chunks).has("zod"))
    .map((chunk) => chunk.facadeModuleId?.slice(root.length));
  expect(withZod.sort()).toEqual([reference, ...ciFiles, notebooks]);
});

/** Leaves workers out of what starts them: they are built as inputs of their own. */
const withoutWorkers: Plugin = {
  name: "without-workers",
  enforce: "pre",
  transform: {
    filter: { code: ".worker.ts" },
    handler: (code) => ({ code: code.replace(/new URL\(\s*"[^"]+\.worker\.ts"[^)]*\)/g, '""'), map: null }),
  },
};

/** Returns the names of all files and packages that a chunk imports at once. */
function importsOf(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const name of chunk.imports) {
    if (found.has(name)) continue;
    found.add(name);
    const imported = chunks.get(name);
    if (imported) importsOf(imported, chunks, found);
  }
  return found;
}
