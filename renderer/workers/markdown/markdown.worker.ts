import type { Root } from "hast";
import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { splitComment } from "./split-comment.ts";

const methods = {
  /** A sanitised tree of HTML. */
  render: ({ markdown, includes }: { markdown: string; includes: boolean }): Promise<Root> =>
    renderMarkdown(markdown, { references: true, includes }),
  split: ({ markdown }: { markdown: string }) => splitComment(markdown),
};

export type MarkdownMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope, inOrder: true });
