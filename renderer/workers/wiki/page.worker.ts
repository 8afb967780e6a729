import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { renderPage, type WikiPageSource } from "./render-page.ts";

const methods = {
  /** A page as a sanitised tree of HTML. */
  render: (page: WikiPageSource) => renderPage(page),
};

export type PageMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope, inOrder: true });
