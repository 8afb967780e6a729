/** A fence of a quote: three or more signs alone, or with the type and title of an alert. */
const quoteFence = /^( {0,3})(>{3,})[ \t]*(\[!\w+\][^\r\n]*)?\r?$/;
/** Quotes within each other; deeper ones are text, since each line is written with a sign of each. */
const maxDepth = 16;
const codeFence = /^\s*(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** Returns a text whose quotes between lines of `>>>` are written with a sign on each line; lines keep their numbers. */
export function quoteFencesAsQuotes(text: string): string {
  if (!/^ {0,3}>>>/m.test(text)) return text;
  const open: { readonly length: number }[] = [];
  let indent = 0;
  let code: string | null = null;
  let previous = "";
  const quoted = (rest: string): string => " ".repeat(indent) + "> ".repeat(open.length) + rest;
  return text
    .split("\n")
    .map((line) => {
      const isQuoteBefore = open.length === 0 && /^\s*>/.test(previous);
      previous = line;
      // The end of the list item that the fence is in ends the quote.
      if (open.length > 0 && line.trim() !== "" && !line.startsWith(" ".repeat(indent))) open.length = 0;
      const content = open.length > 0 ? line.slice(indent) : line;
      code = codeAfter(code, content);
      const fence = code === null ? quoteFence.exec(content) : null;
      if (!fence || isQuoteBefore) return open.length === 0 ? line : quoted(content);
      const length = fence[2]?.length ?? 0;
      const closed = fence[3] === undefined ? open.findIndex((each) => each.length <= length) : -1;
      if (closed >= 0) {
        open.length = closed;
        previous = "";
        return quoted("").trimEnd();
      }
      if (open.length >= maxDepth) return quoted(content);
      if (open.length === 0) indent = fence[1]?.length ?? 0;
      const outer = quoted("").trimEnd();
      open.push({ length });
      return fence[3] === undefined ? outer : quoted(fence[3]);
    })
    .join("\n");
}

/** Returns the fence of the block of code that is open after a line; null where there is none. */
function codeAfter(open: string | null, line: string): string | null {
  const [, fence = "", rest = ""] = codeFence.exec(line) ?? [];
  if (open === null) return fence || null;
  const closes = fence.startsWith(open) && rest.trim() === "";
  return closes ? null : open;
}
