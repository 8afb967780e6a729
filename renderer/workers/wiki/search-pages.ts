/** A page that is searched. */
export interface SearchedPage {
  readonly slug: string;
  readonly title: string;
  readonly content: string;
}

/** A text with the parts of it that match. */
export interface MarkedText {
  readonly text: string;
  /** Begin and end of each match, in order. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

export interface PageHit {
  readonly slug: string;
  readonly title: MarkedText;
  /** The part of the text around its first match; null where only the title matches. */
  readonly snippet: MarkedText | null;
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
const before = 60;
const after = 140;

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

function snippetOf(content: string, pattern: RegExp): MarkedText | null {
  pattern.lastIndex = 0;
  const first = pattern.exec(content)?.index;
  pattern.lastIndex = 0;
  if (first === undefined) return null;
  const from = Math.max(0, first - before);
  const to = Math.min(content.length, first + after);
  const text = content.slice(from, to).toWellFormed().replace(/\s+/g, " ").trim();
  return mark(`${from > 0 ? "…" : ""}${text}${to < content.length ? "…" : ""}`, pattern);
}

const mark = (text: string, pattern: RegExp): MarkedText => ({
  text,
  ranges: [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length] as const),
});
