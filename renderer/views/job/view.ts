import { SquareTerminal } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { entryOf, leaveFrom, type WebReader, type WebReaders } from "../../features/addresses/web-pages.ts";
import { linesAnchorOf } from "../../features/addresses/web-rest.ts";
import type { KeyBindings } from "../../state/keymap/keymap.ts";

const readJob = entryOf((page, id) => {
  const { account, project, path, rest } = page;
  leaveFrom(page, path[1] === "raw" || path[1] === "trace" ? 2 : 1);
  return hrefs.job(account, project, id, path[1] === "raw" ? { view: "raw" } : {}, linesAnchorOf(rest));
});
/** The pages of its artifacts are another view's. */
const jobs: WebReader = (page) => (page.path[1] === "artifacts" ? null : readJob(page));

const web: WebReaders = { project: { jobs, builds: jobs } };

const log = (title: string, ...keys: string[]) => ({ title, group: "Log", keys });

const keys: KeyBindings = {
  "log.follow": log("Go to the end and follow", "f"),
  "log.find": { ...log("Find in log", "mod+f", "/"), whileTyping: true },
  "log.next-match": { ...log("Next match", "f3"), whileTyping: true },
  "log.previous-match": { ...log("Previous match", "shift+f3"), whileTyping: true },
  "log.pipeline": log("Search all jobs of the pipeline", "s"),
  "log.compare": log("Compare with the last success", "d"),
  "log.next-change": log("Next change of a comparison", "n", "f7"),
  "log.previous-change": log("Previous change of a comparison", "p", "shift+f7"),
  "log.error": log("First error, then the next", "e"),
  "log.previous-error": log("Previous error", "shift+e"),
  "log.next-problem": log("Next error or warning", "n"),
  "log.previous-problem": log("Previous error or warning", "p"),
  "log.problems": log("Show or hide problems", "i"),
  "log.go-to-line": log("Go to line", "mod+g"),
  "log.wrap": log("Wrap lines", "w"),
  "log.times": log("Show timestamps", "shift+t"),
  "log.fold": log("Fold or unfold all sections", "z"),
  "log.next-section": log("Next section", "]"),
  "log.previous-section": log("Previous section", "["),
  "log.next-line": { ...log("Select the next line", "alt+down"), repeats: true },
  "log.previous-line": { ...log("Select the previous line", "alt+up"), repeats: true },
  "log.extend-down": { ...log("Add the next line to the selection", "alt+shift+down"), repeats: true },
  "log.extend-up": { ...log("Add the previous line to the selection", "alt+shift+up"), repeats: true },
  "log.permalink": log("Copy permalink", "y"),
  "job.retry": log("Retry job", "shift+r"),
};

export const job = defineView({
  load: () => import("./index.tsx"),
  web,
  keys,
  fixedKeys: [
    { title: "Beginning or end", group: "Log", keys: ["home", "end"] },
    { title: "Scroll", group: "Log", keys: ["up", "down", "pageup", "pagedown"] },
  ],
  pages: [
    page("/a/$account/p/$project/jobs/$job", {
      name: "job",
      label: "Job",
      icon: SquareTerminal,
      component: "JobView",
      id: "number",
      loader: async ({ client, params, preload }) =>
        (await import("./prefetch.ts")).prefetchJob(client, params, preload),
      parent: "jobs",
      names: ({ params, name }) => ({ own: name ?? `#${params.job}` }),
      web: ({ params, search, hash }) => `jobs/${params.job}${search.view === "raw" ? "/raw" : ""}${hash}`,
    }),
  ],
});
