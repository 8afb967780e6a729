/**
 * Parses JSON as Python writes it, with `NaN`, `Infinity` and `-Infinity` for numbers that JSON does not have; they become
 * null. Throws SyntaxError.
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return JSON.parse(withoutNumbers(text));
  }
}

function withoutNumbers(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf('"'); ; start = text.indexOf('"', at)) {
    const end = start < 0 ? text.length : endOfString(text, start);
    const outside = text.slice(at, start < 0 ? text.length : start);
    parts.push(outside.replace(/-?\b(?:NaN|Infinity)\b/g, "null"));
    if (start < 0) return parts.join("");
    parts.push(text.slice(start, end));
    at = end;
  }
}

/** Returns the index behind the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at + 1;
  }
  return text.length;
}
