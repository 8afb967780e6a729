/** Returns whether an emoji has this name. The list of names is loaded at the first call: it takes 5 MB of memory. */
export async function isEmojiName(name: string): Promise<boolean> {
  const { nameToEmoji } = await import("gemoji");
  return Object.hasOwn(nameToEmoji, name);
}

/** Returns the name of an emoji, null for any other text. Loads the list as {@link isEmojiName} does. */
export async function nameOfEmoji(text: string): Promise<string | null> {
  // No emoji is an ASCII letter or longer than this.
  if (text.length > maxEmojiLength || /^[\x20-\x7e]*$/.test(text)) return null;
  const { emojiToName } = await import("gemoji");
  return Object.hasOwn(emojiToName, text) ? (emojiToName[text] ?? null) : null;
}

/** UTF-16 units of the longest emoji, with some to spare. */
const maxEmojiLength = 30;
