import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { drawnByHost } from "./scripts/vite/frame.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The desktop app's main process and its local service: bundled into `dist/desktop`, run by Electron's Node 24. As
 * CommonJS, which Electron loads from its archive in every kind of process and before it is ready.
 */
export default defineConfig({
  root: at("."),
  publicDir: false,
  plugins: [drawnByHost()],
  define: { __BUILT_AT__: JSON.stringify(new Date().toISOString()) },
  ssr: {
    // Everything but Electron, Node and the keychain's native part goes into the bundle; a packed app needs no more.
    noExternal: true,
    external: ["electron", "@napi-rs/keyring"],
  },
  build: {
    ssr: true,
    target: "node24",
    outDir: at("./dist/desktop"),
    emptyOutDir: true,
    minify: false,
    // Left out of packages (electron-builder.yml).
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: at("./electron/desktop/main.ts"),
        preload: at("./electron/desktop/preload.ts"),
        service: at("./electron/service/main.ts"),
        frame: at("./renderer/app/frame/draw-frame.tsx"),
        "trace-worker": at("./electron/host/traces/engine/trace-worker.ts"),
        "cache-thread": at("./electron/host/cache/cache-thread.ts"),
        "ci-thread": at("./electron/service/ci/thread/ci-thread.ts"),
        "input-thread": at("./electron/service/http/input/input-thread.ts"),
        "hook-thread": at("./electron/service/domain/hooks/posts/hook-thread.ts"),
      },
      external: ["electron", "@napi-rs/keyring", /^node:/, ...builtinModules],
      output: {
        format: "cjs",
        entryFileNames: "[name].cjs",
        chunkFileNames: "chunks/[name].cjs",
        // Docstrings are a seventh of the host's script.
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
});
