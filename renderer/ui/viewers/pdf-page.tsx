import type { PDFDocumentProxy } from "pdfjs-dist";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { highlightMatches } from "./highlight-matches.ts";
import styles from "./pdf.module.css";
import type { Span } from "./pdf-text.ts";
import type { FoundPage } from "./use-pdf-search.ts";

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
  const latestOnMatch = useRef(onMatch);
  latestOnMatch.current = onMatch;
  useEffect(() => {
    if (!runs || !found) return;
    const { element, remove } = highlightMatches(runs, found, current);
    if (element) latestOnMatch.current(element);
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
