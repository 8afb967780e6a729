/** Returns a text with a capital first letter: badges, headings and sentences begin with one, names stay as they are. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
