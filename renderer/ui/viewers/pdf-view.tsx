import { ZoomIn, ZoomOut } from "lucide-react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "../error-state.tsx";
import { IconButton } from "../icon-button.tsx";
import { Skeleton } from "../skeleton.tsx";
import styles from "./viewers.module.css";

interface PdfViewProps {
  readonly bytes: ArrayBuffer;
  readonly label: string;
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** A PDF, page by page as one scrolls. Its scripts and forms do not run. */
export function PdfView({ bytes, label }: PdfViewProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [zoom, setZoom] = useState(1.25);
  useEffect(() => {
    let gone = false;
    let close: (() => void) | undefined;
    open(bytes).then(
      (document) => {
        close = () => void document.loadingTask.destroy();
        if (gone) close();
        else setPdf(document);
      },
      (error: unknown) => gone || setFailure(String(error)),
    );
    return () => {
      gone = true;
      close?.();
    };
  }, [bytes]);
  if (failure) {
    return (
      <ErrorState
        title="The document could not be opened"
        message="Download it to read it elsewhere."
        detail={failure}
      />
    );
  }
  if (!pdf) return <Skeleton lines={10} label="Opening the document" />;
  const numbers = Array.from({ length: pdf.numPages }, (_, i) => i + 1);
  return (
    <div className={styles.viewer}>
      <div className={styles.bar} role="toolbar" aria-label="Document">
        <span>
          {pdf.numPages} {pdf.numPages === 1 ? "page" : "pages"}
        </span>
        <span className={styles.muted}>{Math.round(zoom * 100)} %</span>
        <IconButton
          size="s"
          label="Zoom out"
          icon={ZoomOut}
          onClick={() => setZoom(zooms.findLast((z) => z < zoom) ?? zoom)}
        />
        <IconButton
          size="s"
          label="Zoom in"
          icon={ZoomIn}
          onClick={() => setZoom(zooms.find((z) => z > zoom) ?? zoom)}
        />
      </div>
      <section className={styles.pages} aria-label={`Pages of ${label}`} {...focusable}>
        {numbers.map((number) => (
          <PdfPage key={number} pdf={pdf} number={number} zoom={zoom} />
        ))}
      </section>
    </div>
  );
}

const focusable = { tabIndex: 0 };

async function open(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  const { getDocument, GlobalWorkerOptions } = await import("pdfjs-dist");
  GlobalWorkerOptions.workerPort ??= new Worker(new URL("./pdf.worker.ts", import.meta.url), {
    type: "module",
    name: "pdf",
  });
  // The library takes the bytes over, so it gets its own.
  return getDocument({ data: bytes.slice(0), useSystemFonts: true, enableXfa: false }).promise;
}

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly zoom: number;
}

/** One page: its words for those who listen, its picture once it is near. */
function PdfPage({ pdf, number, zoom }: PdfPageProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(number <= 2);
  const [size, setSize] = useState({ width: 595, height: 842 });
  const [words, setWords] = useState("");
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: "800px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!near) return;
    let stop: (() => void) | undefined;
    let gone = false;
    void (async () => {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale: zoom });
      const element = canvas.current;
      if (gone || !element) return;
      setSize({ width: viewport.width / zoom, height: viewport.height / zoom });
      const ratio = window.devicePixelRatio || 1;
      element.width = Math.floor(viewport.width * ratio);
      element.height = Math.floor(viewport.height * ratio);
      const task = page.render({
        canvas: element,
        viewport,
        ...(ratio === 1 ? {} : { transform: [ratio, 0, 0, ratio, 0, 0] }),
      });
      stop = () => task.cancel();
      const text = await page.getTextContent();
      if (!gone) setWords(text.items.map((item) => ("str" in item ? item.str : "")).join(" "));
      await task.promise;
    })().catch(() => undefined);
    return () => {
      gone = true;
      stop?.();
    };
  }, [pdf, number, zoom, near]);
  return (
    <div
      ref={box}
      className={styles.page}
      style={{ width: size.width * zoom, height: size.height * zoom }}
      role="img"
      aria-label={`Page ${number}: ${words.slice(0, 2_000)}`}
    >
      {near ? <canvas ref={canvas} className={styles.canvas} /> : null}
    </div>
  );
}
