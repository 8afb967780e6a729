import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { createLogger, defineConfig } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Asciidoctor's build for browsers names modules of Node and a folder that it does not use there. */
const isKnown = (warning: string): boolean => /@asciidoctor\/core|new URL\('..\/..\/data'/.test(warning);
const customLogger = createLogger("warn");
const { warn, warnOnce } = customLogger;
customLogger.warn = (text, options) => isKnown(text) || warn(text, options);
customLogger.warnOnce = (text, options) => isKnown(text) || warnOnce(text, options);

/** The page: built into `dist/renderer`, served by either shell. */
export default defineConfig({
  root: at("./renderer"),
  customLogger,
  // The shells serve pages at deep paths; assets are found from the root.
  base: "/",
  // Every text is drawn with marks for what cannot be seen: see renderer/ui/text.
  plugins: [react({ jsxImportSource: "#visible-text" })],
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
    outDir: at("./dist/renderer"),
    emptyOutDir: true,
    target: "chrome140",
    sourcemap: false,
    chunkSizeWarningLimit: 8_000,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // How long plugins took is printed on slow machines alone.
      onLog: (level, log, next) => isKnown(log.message) || log.code === "PLUGIN_TIMINGS" || next(level, log),
      // The app is named beside the page that begins to read it, so that all it needs at once is one chunk.
      input: [at("./renderer/index.html"), at("./renderer/app/start/open-app.tsx")],
      output: {
        codeSplitting: {
          // Without these every module that two views share is a file of its own, and each a request of its own.
          groups: [
            // With all that it imports itself, so that nothing else is loaded before it runs.
            { name: "main", test: /renderer[\\/]main\.ts$|vite[\\/]preload-helper/, priority: 3 },
            // Three, so that they are compiled side by side and run one after the other.
            { name: "libraries", tags: ["$initial"], test: /node_modules/, priority: 2 },
            { name: "contract", tags: ["$initial"], test: /[\\/]shared[\\/]/, priority: 2 },
            { name: "start", tags: ["$initial"], priority: 1 },
            {
              name: "parts",
              test: /[\\/](renderer[\\/](ui|api|state|workers)|shared)[\\/]|node_modules[\\/](lucide-react|@tanstack|@?radix-ui|@floating-ui)[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "features",
              test: /[\\/]renderer[\\/]features[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
