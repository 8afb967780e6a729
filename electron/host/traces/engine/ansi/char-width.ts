const zero = /^[\p{M}\p{Cf}\p{Emoji_Modifier}]$/u;
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$|^\p{Emoji_Presentation}$/u;

/** Columns of a character in a terminal: 0 where it belongs to the one before, 2 for East Asian ones and emoji. */
export function charWidth(char: string): 0 | 1 | 2 {
  if (char.length === 1 && char < "\u0300") return 1;
  if (zero.test(char)) return 0;
  return wide.test(char) ? 2 : 1;
}
