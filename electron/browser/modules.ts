/** Whether this is the bundle of `vite.browser.config.ts`. `npm run dev` and tests run the sources. */
const isBundled = import.meta.url.endsWith(".js");

/** Module of the local service's process. */
export const serviceModule = new URL(isBundled ? "./service.js" : "../service/main.ts", import.meta.url);

/** Module of the threads that index and search traces. */
export const traceThread = new URL(
  isBundled ? "./trace-worker.js" : "../host/traces/engine/trace-worker.ts",
  import.meta.url,
);
