import { escapeHtml } from "../../../shared/text/escape-html.ts";

/** A line with its indentation. */
interface Line {
  readonly indent: number;
  readonly text: string;
}

/** Beginnings of a list's items. */
const markers = [
  { kind: "ul", pattern: /^[*-] +/ },
  { kind: "ol", pattern: /^\d+\. +/ },
  { kind: "alpha", pattern: /^[a-zA-Z]\. +/ },
  { kind: "dl", pattern: /^\[([^\]]+)\](?: +|$)/ },
  { kind: "dl", pattern: /^(\S[^:]*)::(?: +|$)/ },
] as const;

type Marker = {
  readonly kind: (typeof markers)[number]["kind"];
  readonly size: number;
  readonly term: string;
};

/** RDoc (headings, paragraphs, lists, labelled lists, verbatim, rules, emphasis, links) as HTML, its own HTML escaped. */
export function rdocToHtml(text: string): string {
  const lines = text.split(/\r?\n/).map((line): Line => {
    const plain = line.replaceAll("\t", "        ").trimEnd();
    return { indent: plain.length - plain.trimStart().length, text: plain.trimStart() };
  });
  return blocks(lines, 0);
}

function blocks(lines: readonly Line[], margin: number): string {
  let html = "";
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as Line;
    const heading = /^(={1,6})\s*(\S.*)$/.exec(line.text);
    if (line.text === "") at++;
    else if (heading && line.indent <= margin) {
      const level = heading[1]?.length ?? 1;
      html += `<h${level}>${inline(heading[2] ?? "")}</h${level}>`;
      at++;
    } else if (/^-{3,}$/.test(line.text)) {
      html += "<hr>";
      at++;
    } else if (markerOf(line.text)) {
      const end = endOfList(lines, at);
      html += list(lines.slice(at, end));
      at = end;
    } else if (line.indent > margin) {
      const end = endOf(lines, at, ({ indent, text }) => text === "" || indent > margin);
      html += verbatim(lines.slice(at, end));
      at = end;
    } else {
      const end = endOf(lines, at, (each, index) => index === at || isProse(each, margin));
      html += `<p>${inline(
        lines
          .slice(at, end)
          .map((each) => each.text)
          .join("\n"),
      )}</p>`;
      at = end;
    }
  }
  return html;
}

const isProse = ({ indent, text }: Line, margin: number): boolean =>
  text !== "" && indent <= margin && !/^(=|-{3,}$)/.test(text) && !markerOf(text);

function endOf(
  lines: readonly Line[],
  from: number,
  belongs: (line: Line, index: number) => boolean,
): number {
  const end = lines.findIndex((line, index) => index >= from && !belongs(line, index));
  return end < 0 ? lines.length : end;
}

function markerOf(text: string): Marker | null {
  for (const { kind, pattern } of markers) {
    const match = pattern.exec(text);
    if (match) return { kind, size: match[0].length, term: match[1] ?? "" };
  }
  return null;
}

/** A list continues while lines begin a further item of its indentation or are indented more. */
function endOfList(lines: readonly Line[], from: number): number {
  const { indent, text } = lines[from] as Line;
  const kind = markerOf(text)?.kind;
  return endOf(
    lines,
    from,
    (line, index) =>
      index === from ||
      line.text === "" ||
      line.indent > indent ||
      (line.indent === indent && markerOf(line.text)?.kind === kind),
  );
}

function list(lines: readonly Line[]): string {
  const { indent } = lines[0] as Line;
  const items: { readonly marker: Marker; readonly lines: Line[] }[] = [];
  for (const line of lines) {
    const marker = line.indent === indent ? markerOf(line.text) : null;
    if (!marker) {
      items.at(-1)?.lines.push(line);
      continue;
    }
    items.push({ marker, lines: [{ indent: Number.POSITIVE_INFINITY, text: line.text.slice(marker.size) }] });
  }
  const kind = items[0]?.marker.kind ?? "ul";
  if (kind === "dl") {
    const entries = items.map(
      (item) => `<dt>${inline(item.marker.term)}</dt><dd>${itemHtml(item.lines)}</dd>`,
    );
    return `<dl>${entries.join("")}</dl>`;
  }
  const entries = items.map((item) => `<li>${itemHtml(item.lines)}</li>`).join("");
  return kind === "ul" ? `<ul>${entries}</ul>` : `<ol>${entries}</ol>`;
}

/** An item's own text; one paragraph stays without the paragraph's distance. */
function itemHtml(lines: readonly Line[]): string {
  const [first, ...more] = lines;
  const indents = more.filter(({ text }) => text !== "").map(({ indent }) => indent);
  const margin = indents.length > 0 ? Math.min(...indents) : 0;
  // What follows the marker belongs to the text that is indented below it.
  const html = blocks([{ indent: margin, text: first?.text ?? "" }, ...more], margin);
  return /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html)?.[1] ?? html;
}

function verbatim(lines: readonly Line[]): string {
  const shared = Math.min(...lines.filter(({ text }) => text !== "").map(({ indent }) => indent));
  const text = lines
    .map((line) => (line.text === "" ? "" : " ".repeat(line.indent - shared) + line.text))
    .join("\n")
    .trimEnd();
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}

/** Markup within a line: `+code+`, `*bold*`, `_emphasis_`, their tags, and the two forms of links. */
const tokens = new RegExp(
  [
    String.raw`\\([*_+<{])`, // an escaped sign
    String.raw`<(tt|code|b|em|i|s|del)>([\s\S]*?)</\2>`,
    String.raw`\{([^}\n]+)\}\[([^\]\s]+)\]`, // {text}[address]
    String.raw`(?<![\w\]}])([A-Za-z][\w.-]*)\[((?:https?|link|mailto):[^\]\s]+)\]`, // word[address]
    String.raw`((?:https?://|mailto:)[^\s<>"]*[^\s<>".,;:!?)\]])`,
    String.raw`(?<![\w*])\*([\w/'"-]+)\*(?![\w*])`,
    String.raw`(?<![\w_])_([\w/'"-]+?)_(?![\w_])`,
    String.raw`(?<![\w+])\+([^\s+][^+\n]*?)\+(?![\w+])`,
  ].join("|"),
  "g",
);

function inline(text: string): string {
  let html = "";
  let at = 0;
  for (const match of text.matchAll(tokens)) {
    html += escapeHtml(text.slice(at, match.index));
    at = match.index + match[0].length;
    html += tokenHtml(match);
  }
  return html + escapeHtml(text.slice(at));
}

function tokenHtml(match: RegExpMatchArray): string {
  const [, escaped, tag, tagged, linkText, linkTo, word, wordTo, bare, bold, emphasis, code] = match;
  if (escaped !== undefined) return escapeHtml(escaped);
  if (tag !== undefined) {
    const name = tag === "tt" ? "code" : tag;
    return `<${name}>${name === "code" ? escapeHtml(tagged ?? "") : inline(tagged ?? "")}</${name}>`;
  }
  if (linkTo !== undefined) return link(linkText ?? "", linkTo);
  if (wordTo !== undefined) return link(word ?? "", wordTo);
  if (bare !== undefined) return link(bare, bare);
  if (bold !== undefined) return `<strong>${escapeHtml(bold)}</strong>`;
  if (emphasis !== undefined) return `<em>${escapeHtml(emphasis)}</em>`;
  return `<code>${escapeHtml(code ?? "")}</code>`;
}

const link = (text: string, address: string): string =>
  `<a href="${escapeHtml(address.replace(/^link:/, ""))}">${escapeHtml(text)}</a>`;
