import type { CompletionSource } from "../text-completion/use-completion.ts";
import { loadEmoji, searchEmoji } from "./emoji.ts";

/** Suggestions of emoji by name after a colon. The character itself is inserted, which every service shows. */
export const emojiSource: CompletionSource = {
  trigger: ":",
  label: "emoji",
  // A colon with one letter may be an emoticon, after which Enter should end the line.
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
