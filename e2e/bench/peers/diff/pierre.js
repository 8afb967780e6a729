import { CodeView } from "@pierre/diffs";
import { getOrCreateWorkerPoolSingleton } from "@pierre/diffs/worker";
import DiffsWorker from "@pierre/diffs/worker/worker.js?worker";

const theme = { dark: "pierre-dark", light: "pierre-light" };

/** The library's view of many files: its own virtual list, its own workers. */
export function makeView(root, diffStyle) {
  const pool = getOrCreateWorkerPoolSingleton({
    poolOptions: {
      workerFactory: () => new DiffsWorker(),
      poolSize: Math.min(8, navigator.hardwareConcurrency),
    },
    highlighterOptions: { theme, langs: ["typescript", "go"] },
  });
  root.style.height = "100vh";
  root.style.overflow = "auto";
  document.body.style.margin = "0";
  const view = new CodeView({ theme, diffStyle, stickyHeaders: true }, pool);
  view.setup(root);
  return view;
}

export const itemOf = (fileDiff, index) => ({ id: `${index}`, type: "diff", fileDiff });
