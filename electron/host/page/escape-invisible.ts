/** Characters shown of one text; a hostile page may send more. */
const maxShownLength = 1_000;

/**
 * Returns a page's text for a terminal or a dialog of the system: control, direction and invisible
 * characters as `\u{…}`, so that they neither steer the terminal nor hide or reorder a part.
 */
export const escapeInvisible = (text: string): string => {
  const shown = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (char) => {
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return shown.length > maxShownLength
    ? `${shown.slice(0, maxShownLength)}… (${shown.length} characters)`
    : shown;
};
