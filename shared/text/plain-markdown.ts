/** Characters of a line that are read: a row of a list shows fewer. */
const maxLineLength = 1_000;

/** Returns the first line of a text that is not empty, without the marks of Markdown; code stays as it is. */
export function plainLine(text: string): string {
  const line = text.split("\n").find((each) => each.trim() !== "") ?? "";
  return plainInline(line.slice(0, maxLineLength).toWellFormed().replace(blockMarks, "")).trim();
}

/**
 * Returns the lines of a text that have words, without the marks of Markdown (and the headings of AsciiDoc); code stays
 * as it is. `inFence`: whether the text begins inside of a fenced code block.
 */
export const plainLines = (text: string, inFence = false): string[] =>
  readLines(text, inFence).map(({ words }) => words);

/** {@link plainLines} as one line, in which a dot follows a heading. */
export const plainText = (text: string, inFence = false): string =>
  readLines(text, inFence)
    .map(({ words, isHeading }, index, { length }) =>
      isHeading && index < length - 1 ? `${words} ·` : words,
    )
    .join(" ");

function readLines(text: string, inFence: boolean) {
  let fenced = inFence;
  const lines = text.split("\n").map((line) => {
    if (fence.test(line)) {
      fenced = !fenced;
      return { words: "", isHeading: false };
    }
    if (fenced) return { words: line, isHeading: false };
    const words = ruler.test(line) ? "" : plainInline(cellsOf(line.replace(blockMarks, "")));
    return { words, isHeading: heading.test(line) };
  });
  return lines
    .map(({ words, isHeading }) => ({ words: words.replace(/\s+/g, " ").trim(), isHeading }))
    .filter(({ words }) => words !== "");
}

/** Returns whether the end of a text is inside of a fenced code block. */
export const endsInFence = (text: string): boolean => (text.match(fences)?.length ?? 0) % 2 === 1;

const fence = /^\s*(?:```|~~~)/;
const fences = /^[^\S\n]*(?:```|~~~)/gm;
/** Lines without words: thematic breaks, underlines of headings, a table's second row, definitions of links. */
const ruler = /^\s*(?:[-=*_|:\s]{3,}|\[[^[\]]+\]:\s.*)$/;
const heading = /^\s*(?:#{1,6}|={1,6})\s+/;
/** Quotes, then a heading, an item or a task. */
const blockMarks = /^\s*(?:>\s?)*\s*(?:(?:#{1,6}|={1,6})\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)?/;

/** Returns a table's row as its cells, any other line as it is. */
const cellsOf = (line: string): string =>
  /^\|.*\|\s*$/.test(line)
    ? line
        .split("|")
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(" · ")
    : line;

const code = /(?<fence>`+)(?<code>[^`]|[^`][\s\S]*?[^`])\k<fence>(?!`)/;
const escaped = /\\(?<escaped>[!-/:-@[-`{-~])/;
const image = /!\[(?<alt>[^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\])/;
const link = /\[(?<label>[^[\]]+)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\])/;
const wikiLink = /\[\[(?<page>[^[\]|]+)(?:\|[^[\]]*)?\]\]/;
const address = /<(?<address>[a-z][a-z\d+.-]*:[^\s<>]+)>/;
const tag = /(?<tag><!--[\s\S]*?-->|<\/?[a-z][^<>]*>)/;
const emphasis = /(?<emphasis>(?<![\p{L}\p{N}])(?:[*_]+|~~)(?=\S)|(?<=\S)(?:[*_]+|~~)(?![\p{L}\p{N}]))/u;

const anyOf = (...patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join("|"), "giu");
/** Images first, because a link can have one as its text; code and escaped characters are taken out last. */
const images = anyOf(code, escaped, image);
const links = anyOf(code, escaped, wikiLink, link);
const marks = anyOf(code, escaped, address, tag, emphasis);

const plainInline = (line: string): string =>
  line
    .replace(images, (whole, ...found) => groupsOf(found).alt ?? whole)
    .replace(links, (whole, ...found) => groupsOf(found).page ?? groupsOf(found).label ?? whole)
    .replace(marks, (_, ...found) => {
      const { code, escaped, address } = groupsOf(found);
      return code ?? escaped ?? address ?? "";
    });

/** Returns the named groups of a match: the last argument of a replacer. */
const groupsOf = (found: readonly unknown[]) => found.at(-1) as Readonly<Record<string, string | undefined>>;
