import type { PDFDocumentProxy } from "pdfjs-dist";
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from "react";
import styles from "./pdf.module.css";
import { type FoundPage, runSpans, type Span } from "./use-pdf-search.ts";

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly zoom: number;
  /** Draws the page; else only its space is reserved. */
  readonly near: boolean;
  /** Matches of a search on the page. */
  readonly found: FoundPage | null;
  /** The current match, if it is on the page. */
  readonly current: Span | null;
  /** Called with the element of that match once it is drawn. */
  readonly onMatch: (element: Element) => void;
}

/** A4 in points, until the page said its own size. */
const paper = { width: 595, height: 842 };

/** One page: its picture, and over it its words, to be selected, searched and read aloud. */
export function PdfPage({ pdf, number, zoom, near, found, current, onMatch }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(paper);
  const [runs, setRuns] = useState<readonly HTMLElement[] | null>(null);
  useEffect(() => {
    if (!near) return;
    const stops: (() => void)[] = [];
    let canceled = false;
    void (async () => {
      const [{ TextLayer }, page] = await Promise.all([import("pdfjs-dist"), pdf.getPage(number)]);
      const viewport = page.getViewport({ scale: zoom });
      if (canceled || !canvas.current || !words.current) return;
      setSize({ width: viewport.width / zoom, height: viewport.height / zoom });
      const ratio = window.devicePixelRatio || 1;
      canvas.current.width = Math.floor(viewport.width * ratio);
      canvas.current.height = Math.floor(viewport.height * ratio);
      const task = page.render({
        canvas: canvas.current,
        viewport,
        ...(ratio === 1 ? {} : { transform: [ratio, 0, 0, ratio, 0, 0] }),
      });
      words.current.replaceChildren();
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: words.current,
        viewport,
      });
      stops.push(
        () => task.cancel(),
        () => layer.cancel(),
      );
      await layer.render();
      if (!canceled) setRuns(layer.textDivs);
      await task.promise;
    })().catch(() => undefined);
    return () => {
      canceled = true;
      setRuns(null);
      for (const stop of stops) stop();
    };
  }, [pdf, number, zoom, near]);
  const reportMatch = useEffectEvent(onMatch);
  useEffect(() => {
    if (!runs || !found) return;
    const { element, remove } = highlightMatches(runs, found, current);
    if (element) reportMatch(element);
    return remove;
  }, [runs, found, current]);
  const style: CSSProperties & Record<`--${string}`, number> = {
    width: size.width * zoom,
    height: size.height * zoom,
    "--total-scale-factor": zoom,
  };
  return (
    <article className={styles.page} style={style} aria-label={`Page ${number} of ${pdf.numPages}`}>
      {near ? (
        <>
          <canvas ref={canvas} className={styles.canvas} />
          <div ref={words} className={styles.words} />
        </>
      ) : null}
    </article>
  );
}

/** Names of the highlights in the style sheet. */
const names = { match: "pdf-match", current: "pdf-current-match" } as const;

/**
 * Highlights what was found on a page in its layer of text, whose elements are the page's runs. Returns the element of the
 * current match, if it is on this page, and a function that removes the highlights.
 */
function highlightMatches(
  runs: readonly HTMLElement[],
  { text, spans }: FoundPage,
  current: Span | null,
): { readonly element: Element | null; readonly remove: () => void } {
  const added: (() => void)[] = [];
  let element: Element | null = null;
  for (const span of spans) {
    const isCurrent = current?.start === span.start && current.end === span.end;
    for (const { run, start, end } of runSpans(text, span)) {
      const node = runs[run]?.firstChild;
      if (!(node instanceof Text)) continue;
      const range = new Range();
      range.setStart(node, Math.min(start, node.length));
      range.setEnd(node, Math.min(end, node.length));
      if (isCurrent) element ??= node.parentElement;
      const highlight = highlightOf(isCurrent ? names.current : names.match);
      highlight.add(range);
      added.push(() => highlight.delete(range));
    }
  }
  return {
    element,
    remove: () => {
      for (const undo of added) undo();
    },
  };
}

/** The highlight of a name, which all open documents share. */
function highlightOf(name: string): Highlight {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
