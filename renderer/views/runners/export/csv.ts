/** Beginning of a spreadsheet's cell that would be run as a formula (OWASP, CSV injection). */
const formula = /^[\s]*[=+\-@]|^[\t\r\n]/;

/**
 * Writes a table as RFC 4180: fields with commas, quotes or line breaks are quoted, lines end with CRLF. A text that a
 * spreadsheet would run as a formula is preceded by an apostrophe.
 */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((cells) => `${cells.map(field).join(",")}\r\n`).join("");

function field(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
