import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { drawnByHost } from "./scripts/vite/frame.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The browser shell, the local service and the service alone, each bundled into few files: Node loads them several times
 * faster than the sources, and in less memory. `electron/browser/service-process.ts` says which is used.
 */
export default defineConfig({
  root: at("."),
  publicDir: false,
  plugins: [drawnByHost()],
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
        frame: at("./renderer/app/frame/draw-frame.tsx"),
        "trace-worker": at("./electron/host/traces/engine/trace-worker.ts"),
        "cache-thread": at("./electron/host/cache/cache-thread.ts"),
        "ci-thread": at("./electron/service/ci/thread/ci-thread.ts"),
        "input-thread": at("./electron/service/http/input/input-thread.ts"),
        "hook-thread": at("./electron/service/domain/hooks/posts/hook-thread.ts"),
      },
      external: ["@napi-rs/keyring", /^node:/, ...builtinModules],
      // In one folder: modules find each other by their own address.
      output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunk-[name].js" },
    },
  },
});
