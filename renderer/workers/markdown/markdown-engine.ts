import type { Root } from "hast";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { MarkdownMethods } from "./markdown.worker.ts";
import type { CommentPart } from "./split-comment.ts";

const worker = createWorkerClient<MarkdownMethods>(
  () => new Worker(new URL("./markdown.worker.ts", import.meta.url), { type: "module", name: "markdown" }),
  { stateless: true },
);

/** Returns a comment, description or other text as a sanitised tree, made in a worker; a `render` of `Markdown`. */
export const renderInWorker = (markdown: string, signal?: AbortSignal): Promise<Root> =>
  worker.call("render", { markdown, includes: false }, { signal });

/** Returns a file as {@link renderInWorker} does, with links to the files that it includes. */
export const renderFileInWorker = (markdown: string, signal?: AbortSignal): Promise<Root> =>
  worker.call("render", { markdown, includes: true }, { signal });

/** Returns the parts of a comment: its Markdown, and the suggestions in it. */
export const splitInWorker = (markdown: string, signal?: AbortSignal): Promise<CommentPart[]> =>
  worker.call("split", { markdown }, { signal });
