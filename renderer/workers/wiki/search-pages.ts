import { endsInFence, plainText } from "../../../shared/text/plain-markdown.ts";

/** A page that is searched. */
export interface SearchedPage {
  readonly slug: string;
  readonly title: string;
  readonly content: string;
}

/** A text with the parts of it that match. */
export interface MatchedText {
  readonly text: string;
  /** Begin and end of each match, in order. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

export interface PageHit {
  readonly slug: string;
  readonly title: MatchedText;
  /** The part of the text around its first match; null where only the title matches. */
  readonly snippet: MatchedText | null;
  /** Matches in the text. */
  readonly matches: number;
}

export interface PageHits {
  readonly hits: readonly PageHit[];
  /** Pages that match, of which `hits` are the best. */
  readonly total: number;
}

/** Matches of one page that are counted; more would not change its rank. */
const maxCounted = 200;
/** Characters of a page that are shown before and after the start of a match. */
const lengthBefore = 60;
const lengthAfter = 140;
/** Characters on each side of a match whose Markdown is read. */
const maxRead = 1_000;
/** Parts of a page that are read until one has a match in its words. */
const maxAttempts = 5;

/** Pages that have every word of the query in title or text, the best first: the title counts more than the text. */
export function searchPages(pages: readonly SearchedPage[], query: string, limit: number): PageHits {
  const words = query.normalize("NFC").split(/\s+/).filter(Boolean);
  if (words.length === 0) return { hits: [], total: 0 };
  const each = words.map((word) => new RegExp(RegExp.escape(word), "iu"));
  const any = new RegExp(words.map((word) => RegExp.escape(word)).join("|"), "giu");
  const found = pages.flatMap((page) => {
    const inTitle = each.filter((word) => word.test(page.title) || word.test(page.slug)).length;
    if (!each.every((word) => word.test(page.title) || word.test(page.slug) || word.test(page.content)))
      return [];
    const matches = count(page.content, any);
    const whole = page.title.toLowerCase() === query.trim().toLowerCase();
    return [{ page, matches, score: (whole ? 10_000 : 0) + inTitle * 1_000 + matches }];
  });
  const best = found
    .sort((a, b) => b.score - a.score || a.page.slug.localeCompare(b.page.slug))
    .slice(0, limit);
  return {
    total: found.length,
    hits: best.map(({ page, matches }) => ({
      slug: page.slug,
      title: mark(page.title, any),
      snippet: snippetOf(page.content, any),
      matches,
    })),
  };
}

function count(text: string, pattern: RegExp): number {
  let matches = 0;
  for (const _ of text.matchAll(pattern)) if (++matches >= maxCounted) break;
  return matches;
}

function snippetOf(content: string, pattern: RegExp): MatchedText | null {
  const matched = new RegExp(pattern);
  let first: number | undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const found = matched.exec(content)?.index;
    if (found === undefined) break;
    first ??= found;
    const [from, to] = linesAround(content, found);
    const words = plainText(content.slice(from, to).toWellFormed(), endsInFence(content.slice(0, from)));
    const at = words.search(pattern);
    if (at >= 0) return excerptOf(words, at, pattern, { from: from > 0, to: to < content.length });
    matched.lastIndex = to;
  }
  // Only addresses and comments match, which are not text of the page: they are shown as they were written.
  return first === undefined ? null : excerptOf(content, first, pattern);
}

/** Returns the whole lines around an offset, or a part of them where they are long. */
function linesAround(content: string, offset: number): readonly [from: number, to: number] {
  const earliest = Math.max(0, offset - maxRead);
  const latest = Math.min(content.length, offset + maxRead);
  const begin = content.lastIndexOf("\n", Math.max(0, offset - lengthBefore)) + 1;
  const end = content.indexOf("\n", offset + lengthAfter);
  return [
    begin >= earliest ? begin : earliest + content.slice(earliest, offset).search(/\s|$/),
    end >= 0 && end <= latest ? end : latest,
  ];
}

/** Returns the part of a text around an offset on one line; `cut`: whether the page has text around it. */
function excerptOf(
  words: string,
  at: number,
  pattern: RegExp,
  cut = { from: false, to: false },
): MatchedText {
  const from = beginOfWord(words, Math.max(0, at - lengthBefore), at);
  const to = endOfWord(words, Math.min(words.length, at + lengthAfter), at);
  const isCutBefore = from > 0 || cut.from;
  const isCutAfter = to < words.length || cut.to;
  let text = words.slice(from, to).toWellFormed().replace(/\s+/g, " ").trim();
  // Marks beside an ellipsis would read as a part of it.
  if (isCutBefore) text = text.replace(/^[\s,.;:!?·…]+/u, "");
  if (isCutAfter) text = text.replace(/[\s,.;:!?·…]+$/u, "");
  return mark(`${isCutBefore ? "…" : ""}${text}${isCutAfter ? "…" : ""}`, pattern);
}

/** Returns the offset of the first whole word from `from`; `from` where one word goes on to the match at `at`. */
function beginOfWord(text: string, from: number, at: number): number {
  if (from === 0 || /\s/.test(text.charAt(from - 1))) return from;
  const space = text.slice(from, at).search(/\s/);
  return space < 0 ? from : from + space + 1;
}

/** Returns the offset after the last whole word before `to`; `to` where one word goes on from the match at `at`. */
function endOfWord(text: string, to: number, at: number): number {
  if (to === text.length || /\s/.test(text.charAt(to))) return to;
  const part = text.slice(at, to).search(/\s\S*$/);
  return part <= 0 ? to : at + part;
}

const mark = (text: string, pattern: RegExp): MatchedText => ({
  text,
  ranges: [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length] as const),
});
