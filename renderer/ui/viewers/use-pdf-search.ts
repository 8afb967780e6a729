import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";

/** Matches beyond which a search stops. */
export const maxPdfMatches = 10_000;
/** Milliseconds between two updates of what is shown while pages are read. */
const updateMs = 100;

/** A page on which something was found. */
export interface FoundPage {
  readonly number: number;
  readonly text: PdfPageText;
  readonly spans: readonly Span[];
}

interface PdfMatch extends Span {
  readonly page: number;
}

export interface PdfSearch {
  readonly pages: ReadonlyMap<number, FoundPage>;
  readonly total: number;
  /** Index of the current match; -1 while there is none. */
  readonly index: number;
  readonly current: PdfMatch | null;
  readonly searching: boolean;
  step(by: 1 | -1): void;
}

const nothing: readonly FoundPage[] = [];

/** Searches the pages of a PDF, whose text the library's worker reads. The first match is the one at or after `page`. */
export function usePdfSearch(pdf: PDFDocumentProxy, query: string, page: number): PdfSearch {
  const [found, setFound] = useState(nothing);
  const [searching, setSearching] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const from = useRef(page);
  const beginAtPage = useEffectEvent(() => {
    from.current = page;
  });
  const textOf = useMemo(() => pageTexts(pdf), [pdf]);
  useEffect(() => {
    let canceled = false;
    setFound(nothing);
    setChosen(null);
    beginAtPage();
    setSearching(query.trim() !== "");
    if (query.trim() === "") return;
    void (async () => {
      const all: FoundPage[] = [];
      let total = 0;
      let updated = performance.now();
      for (let number = 1; number <= pdf.numPages && total < maxPdfMatches; number++) {
        const text = await textOf(number);
        if (canceled) return;
        const spans = findWords(text.text, query).slice(0, maxPdfMatches - total);
        total += spans.length;
        if (spans.length > 0) all.push({ number, text, spans });
        if (performance.now() - updated < updateMs) continue;
        updated = performance.now();
        setFound([...all]);
      }
      setFound(all);
      setSearching(false);
    })();
    return () => {
      canceled = true;
    };
  }, [pdf, query, textOf]);
  const pages = useMemo(() => new Map(found.map((one) => [one.number, one])), [found]);
  const matches = useMemo(
    () => found.flatMap(({ number, spans }) => spans.map((span): PdfMatch => ({ ...span, page: number }))),
    [found],
  );
  const first = matches.findIndex((match) => match.page >= from.current);
  const start = first < 0 && !searching && matches.length > 0 ? 0 : first;
  const index = chosen ?? start;
  return {
    pages,
    total: matches.length,
    index,
    current: matches[index] ?? null,
    searching,
    step: (by) => {
      if (matches.length > 0) setChosen((index + by + matches.length) % matches.length);
    },
  };
}

/** Reads the text of each page once; a page that cannot be read has none. */
function pageTexts(pdf: PDFDocumentProxy): (number: number) => Promise<PdfPageText> {
  const texts = new Map<number, Promise<PdfPageText>>();
  const read = async (number: number): Promise<PdfPageText> => {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    return joinRuns(items.flatMap((item) => ("str" in item ? item : [])));
  };
  return (number) => {
    const known = texts.get(number);
    if (known) return known;
    const text = read(number).catch(() => joinRuns([]));
    texts.set(number, text);
    return text;
  };
}

/** A run of text of a page, as the library reads it. */
interface Run {
  readonly str: string;
  /** Whether it ends a line. */
  readonly hasEOL: boolean;
}

/** The text of a page, and where each of its runs begins in it. */
interface PdfPageText {
  readonly text: string;
  readonly starts: readonly number[];
}

/** Part of a text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of a run. */
interface RunSpan extends Span {
  /** Index of the run in its page. */
  readonly run: number;
}

/** Joins the runs of a page; lines end with a newline, which a search takes for a space. */
export function joinRuns(runs: readonly Run[]): PdfPageText {
  const starts: number[] = [];
  let text = "";
  for (const { str, hasEOL } of runs) {
    starts.push(text.length);
    text += hasEOL ? `${str}\n` : str;
  }
  return { text, starts };
}

/** Returns the ranges in which a text has the words of a query, regardless of case and white space. */
export function findWords(text: string, query: string): readonly Span[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map((word) => RegExp.escape(word)).join("\\s+"), "giu");
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** Returns which characters of which of a page's text runs a span of the page's text covers. */
export function runSpans({ text, starts }: PdfPageText, { start, end }: Span): readonly RunSpan[] {
  return starts.flatMap((from, run) => {
    const to = starts[run + 1] ?? text.length;
    return from < to && from < end && to > start
      ? { run, start: Math.max(start, from) - from, end: Math.min(end, to) - from }
      : [];
  });
}
