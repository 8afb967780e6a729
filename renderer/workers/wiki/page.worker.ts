import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { renderPage, type WikiPageText } from "./render-page.ts";

const methods = {
  /** A page as a sanitised tree of HTML. */
  render: (page: WikiPageText) => renderPage(page),
};

export type PageMethods = typeof methods;

defineWorker(methods, { inOrder: true });
