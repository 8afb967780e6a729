import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin, PluginOption } from "vite";

/** Name of what the page imports on demand, which the frame never does. */
const notDrawn = "helve:not-drawn";

/** Compiles the frame (`renderer/app/frame`) for the host's process. */
export const drawnByHost = (): PluginOption => [react({ jsxImportSource: "#visible-text" }), serverStores()];

/** Replaces the page's stores by those of a server, and leaves out the code of views. */
function serverStores(): Plugin {
  const store = fileURLToPath(new URL("../../renderer/app/frame/server-store.ts", import.meta.url));
  return {
    name: "helve:frame",
    enforce: "pre",
    config: () => ({
      define: {
        "process.env.NODE_ENV": JSON.stringify("production"),
        // Node's user agent does not name the system, by which the frame names keys.
        "navigator.userAgent": "navigator.platform",
      },
    }),
    resolveId: (id) => (id === "zustand" ? store : null),
    // But it makes the first reads of views.
    resolveDynamicImport: (source, importer) =>
      typeof source === "string" && source.endsWith("/first-reads.ts")
        ? null
        : /[\\/]renderer[\\/]/.test(importer ?? "")
          ? { id: notDrawn, external: true }
          : null,
  };
}
