import { globSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";
import { contract } from "./contract.ts";
import { grammars } from "./pack-grammars.ts";

const worker = /new URL\(\s*"(\.\/[\w-]+\.worker\.ts)",\s*import\.meta\.url,?\s*\)/g;

/**
 * Builds all workers of the page at once, so that what they share is there once: the grammars above all, of which every
 * worker that colours code had a copy.
 */
export function sharedWorkers(): Plugin {
  let config: ResolvedConfig;
  const fileOf = new Map<string, string>();
  return {
    name: "helve:shared-workers",
    apply: "build",
    // Before Vite, which would build each worker by itself.
    enforce: "pre",
    configResolved: (resolved) => {
      config = resolved;
    },
    async buildStart() {
      const { output } = await buildWorkers(config);
      for (const file of output) {
        if (file.type === "chunk" && file.isEntry) fileOf.set(file.facadeModuleId ?? "", file.fileName);
        this.emitFile({
          type: "asset",
          fileName: file.fileName,
          source: file.type === "chunk" ? file.code : file.source,
        });
      }
    },
    transform: {
      filter: { code: ".worker.ts" },
      handler: (code, id) => {
        const addressed = code.replace(worker, (_, path: string) => {
          const file = fileOf.get(join(id, "..", path));
          if (file === undefined) throw new Error(`${id}: ${path} is no worker of the page`);
          return JSON.stringify(`/${file}`);
        });
        return { code: addressed, map: null };
      },
    },
  };
}

async function buildWorkers({ root, resolve, build: { target } }: ResolvedConfig) {
  const output = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "error",
    plugins: [contract(), grammars()],
    resolve: { alias: resolve.alias },
    build: {
      write: false,
      target,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: globSync("**/*.worker.ts", { cwd: root }).map((path) => join(root, path)),
        output: {
          codeSplitting: {
            groups: [
              // What every worker needs, in one file instead of seven.
              {
                name: "worker",
                test: /rolldown.runtime|preload-helper|[\\/](worker-scope|define-worker|messages|hidden-characters|paths|escape-html|language-of|parse-json)\.ts$/,
                includeDependenciesRecursively: false,
              },
              // The parsers of languages, but for those that are large and rarely met.
              {
                name: "code-languages",
                test: /node_modules[\\/]@lezer[\\/](?!cpp|php|rust)/,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
  });
  if (!("output" in output)) throw new Error("The build of the workers gave no files");
  return output;
}
