import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { type PageText, renderPage } from "./render-page.ts";

const methods = {
  /** A page as a sanitised tree of HTML. */
  render: (page: PageText) => renderPage(page),
};

export type PageMethods = typeof methods;

defineWorker(methods, { inOrder: true });
