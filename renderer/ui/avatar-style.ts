/** Characters as wide as they are high. */
const fullWidth = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns the initials of a name, at most two, or one where two would be too wide for a small avatar. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (!first) return "?";
  const last = words.length > 1 ? words.at(-1) : undefined;
  const letter = (word: string) => Array.from(word).find((char) => /[\p{L}\p{N}]/u.test(char)) ?? "";
  const both = letter(first) + (last ? letter(last) : "");
  return (fullWidth.test(both) ? letter(first) : both).toUpperCase();
}

/** A hue in degrees that is always the same for a name. */
export function avatarHue(name: string): number {
  const hash = Array.from(name).reduce(
    (sum, char) => Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0,
    2166136261,
  );
  return (hash % 24) * 15;
}
