import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The browser shell, the local service and the service alone, each bundled into few files: Node loads them several times
 * faster than the sources, and in less memory. `electron/browser/modules.ts` says which is used.
 */
export default defineConfig({
  root: at("."),
  publicDir: false,
  ssr: {
    noExternal: true,
    external: ["@napi-rs/keyring"],
  },
  build: {
    ssr: true,
    target: "node24",
    outDir: at("./dist/browser"),
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: at("./electron/browser/main.ts"),
        service: at("./electron/service/main.ts"),
        "service-cli": at("./electron/service/cli.ts"),
        "trace-worker": at("./electron/host/traces/engine/trace-worker.ts"),
        "ci-thread": at("./electron/service/ci/thread/ci-thread.ts"),
        "input-thread": at("./electron/service/http/input/input-thread.ts"),
      },
      external: ["@napi-rs/keyring", /^node:/, ...builtinModules],
      // In one folder: modules find each other by their own address.
      output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunk-[name].js" },
    },
  },
});
