import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The page: built into `dist/renderer`, served by either shell. */
export default defineConfig({
  root: fileURLToPath(new URL("./renderer", import.meta.url)),
  // The shells serve pages at deep paths; assets are found from the root.
  base: "/",
  plugins: [react()],
  resolve: {
    alias: {
      // Its browser build needs a document, which workers do not have.
      "decode-named-character-reference": fileURLToPath(
        new URL("./node_modules/decode-named-character-reference/index.js", import.meta.url),
      ),
    },
  },
  publicDir: false,
  worker: { format: "es" },
  build: {
    outDir: fileURLToPath(new URL("./dist/renderer", import.meta.url)),
    emptyOutDir: true,
    target: "chrome140",
    sourcemap: false,
    chunkSizeWarningLimit: 8_000,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Without these every module that two views share is a file of its own, and each a request of its own.
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            {
              name: "parts",
              test: /[\\/](renderer[\\/](ui|api|state|workers)|shared)[\\/]|node_modules[\\/](lucide-react|@tanstack|@?radix-ui|@floating-ui)[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
