/** Spaces between two columns. */
const gap = "  ";
/** Characters of a cell at least where a row is shortened. */
const minCell = 12;
const bold = (text) => `\u001b[1m${text}\u001b[22m`;

/**
 * Returns rows with tabs as columns of a terminal of some width, the first one bold where colour is wanted. The longest
 * column is shortened until the rows fit.
 */
export function showColumns(text, width, hasColour) {
  const lines = text.split("\n");
  const rows = lines.map((line) => (line.includes("\t") ? line.split("\t") : null));
  const widths = [];
  for (const row of rows) {
    row?.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, [...cell].length);
    });
  }
  for (;;) {
    const excess = widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1) - width;
    const widest = widths.indexOf(Math.max(...widths));
    if (excess <= 0 || (widths[widest] ?? 0) <= minCell) break;
    widths[widest] = Math.max(minCell, widths[widest] - excess);
  }
  const shown = (cell, i) => {
    const letters = [...cell];
    const fitting = letters.length > widths[i] ? `${letters.slice(0, widths[i] - 1).join("")}…` : cell;
    const padded = fitting + " ".repeat(Math.max(0, widths[i] - [...fitting].length));
    return i === 0 && hasColour ? bold(padded) : padded;
  };
  return lines.map((line, i) => rows[i]?.map(shown).join(gap).trimEnd() ?? line).join("\n");
}
