import type { KeyBindings } from "./key-binding.ts";

const log = (title: string, ...keys: string[]) => ({ title, group: "Log", keys });
const diff = (title: string, ...keys: string[]) => ({ title, group: "Diff", keys, repeats: true });
const review = (title: string, key: string) => ({ title, group: "Review", keys: [key] });

/** Keys of the commands of single views. A view's keys take precedence over the window's. */
export const viewKeys = {
  "home.next": { title: "Next entry", group: "Home", keys: ["j"] },
  "home.previous": { title: "Previous entry", group: "Home", keys: ["k"] },

  "repository.edit": { title: "Edit file", group: "File", keys: ["e"] },
  "repository.permalink": { title: "Copy permalink", group: "File", keys: ["y"] },
  "repository.comment": { title: "Comment on the selected lines", group: "File", keys: ["c"] },
  "repository.go-to-symbol": {
    title: "Go to symbol",
    group: "File",
    keys: ["mod+shift+o"],
    whileTyping: true,
  },

  "edit.save": { title: "Save draft", group: "Editor", keys: ["mod+s"], whileTyping: true },
  "edit.commit": { title: "Review and commit", group: "Editor", keys: ["mod+enter"], whileTyping: true },

  "diff.next-file": diff("Next file", "j", "]"),
  "diff.previous-file": diff("Previous file", "k", "["),
  "diff.next-change": diff("Next change", "n", "f7"),
  "diff.previous-change": diff("Previous change", "p", "shift+f7"),
  "diff.next-line": diff("Select the next line", "alt+down"),
  "diff.previous-line": diff("Select the previous line", "alt+up"),
  "diff.extend-down": diff("Add the next line to the selection", "alt+shift+down"),
  "diff.extend-up": diff("Add the previous line to the selection", "alt+shift+up"),
  "diff.comment": { title: "Comment on the selected lines", group: "Diff", keys: ["c"] },

  "review.viewed": review("Mark the file as viewed", "v"),
  "review.next-unviewed": review("Next unviewed file", "u"),
  "review.tree": review("Show or hide the file tree", "f"),
  "review.search": review("Search in the change", "/"),
  "review.next-commit": review("Next commit", "x"),
  "review.previous-commit": review("Previous commit", "z"),

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

  "wiki.search": { title: "Search wiki pages", group: "Wiki", keys: ["s"] },
  "wiki.new": { title: "New wiki page", group: "Wiki", keys: ["n"] },
  "wiki.edit": { title: "Edit this page", group: "Wiki", keys: ["e"] },
  "wiki.save": { title: "Save page", group: "Wiki", keys: ["mod+s"], whileTyping: true },

  "snippet.edit": { title: "Edit snippet", group: "Snippet", keys: ["e"] },
  "group.new-subgroup": { title: "New subgroup", group: "Group", keys: ["c"] },
  "group.edit": { title: "Edit group", group: "Group", keys: ["e"] },
  "runners.filter": { title: "Filter runners", group: "Runners", keys: ["/"] },
  "admin.users.filter": { title: "Filter users", group: "Administration", keys: ["/"] },
} satisfies KeyBindings;
