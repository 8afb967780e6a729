import type { CompletionSource } from "../text-completion/completion-source.ts";
import { loadEmoji, searchEmoji } from "./emoji.ts";

/** Emoji by their names behind a colon. The character itself is written: every service shows it. */
export const emojiSource: CompletionSource = {
  trigger: ":",
  label: "emoji",
  // One letter behind a colon is a face of its own, and Enter ends the line.
  pattern: /^[\w+-]{2,}$/,
  search: async (query) => {
    const { all } = await loadEmoji();
    return searchEmoji(all, query, 8).map(({ char, name }) => ({
      id: name,
      insert: char,
      label: `:${name}:`,
      sign: char,
    }));
  },
};
