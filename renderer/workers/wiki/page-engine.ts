import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { PageMethods } from "./page.worker.ts";
import type { RenderedPage, WikiPageText } from "./render-page.ts";

const worker = createWorkerClient<PageMethods>(
  () => new Worker(new URL("./page.worker.ts", import.meta.url), { type: "module", name: "wiki-page" }),
  { stateless: true },
);

/** Renders a wiki page outside of the page's thread. */
export const renderPageInWorker = (page: WikiPageText, signal?: AbortSignal): Promise<RenderedPage> =>
  worker.call("render", page, { signal });
