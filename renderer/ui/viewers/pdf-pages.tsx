import { ChevronDown, ChevronUp, Search, ZoomIn, ZoomOut } from "lucide-react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useRef, useState } from "react";
import { cx } from "../class-names.ts";
import { IconButton } from "../icon-button.tsx";
import layout from "../layout.module.css";
import { TextField } from "../text-field.tsx";
import styles from "./pdf.module.css";
import { PdfPage } from "./pdf-page.tsx";
import { usePdfFind } from "./use-pdf-find.tsx";
import viewer from "./viewers.module.css";

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** Pages before and after the one being read that are drawn. */
const overscanPages = 3;

interface PdfPagesProps {
  readonly pdf: PDFDocumentProxy;
  readonly label: string;
}

/** The pages of a PDF with what moves, zooms and searches. Ctrl/Cmd+F searches. */
export function PdfPages({ pdf, label }: PdfPagesProps) {
  const scroller = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1.25);
  const [current, setCurrent] = useState(1);
  const [requested, setRequested] = useState<string | null>(null);
  const goTo = (number: number) => {
    setRequested(null);
    scroller.current?.children[number - 1]?.scrollIntoView({ block: "start" });
  };
  const find = usePdfFind(pdf, scroller, current, goTo);
  const { search } = find;
  const numbers = Array.from({ length: pdf.numPages }, (_, i) => i + 1);
  const onScroll = () => {
    const frame = scroller.current;
    if (frame) setCurrent(pageInView(frame));
  };
  const wanted = Number(requested);
  const exists = requested === null || (Number.isInteger(wanted) && wanted >= 1 && wanted <= pdf.numPages);
  return (
    <div className={layout.page}>
      <form
        className={viewer.bar}
        aria-label="Document"
        onSubmit={(event) => {
          event.preventDefault();
          if (requested !== null && exists) goTo(wanted);
        }}
      >
        <IconButton
          size="s"
          label="Previous page"
          icon={ChevronUp}
          disabled={current === 1}
          onClick={() => goTo(current - 1)}
        />
        <IconButton
          size="s"
          label="Next page"
          icon={ChevronDown}
          disabled={current === pdf.numPages}
          onClick={() => goTo(current + 1)}
        />
        <TextField
          className={styles.number}
          label="Page"
          hideLabel
          value={requested ?? String(current)}
          onChange={setRequested}
          error={exists ? undefined : "Page not found"}
        />
        <span>
          of {pdf.numPages.toLocaleString()} {pdf.numPages === 1 ? "page" : "pages"}
        </span>
        <IconButton
          size="s"
          label="Zoom out"
          icon={ZoomOut}
          onClick={() => setZoom(zooms.findLast((z) => z < zoom) ?? zoom)}
        />
        <span className={cx(layout.muted, viewer.numbers)}>{Math.round(zoom * 100)} %</span>
        <IconButton
          size="s"
          label="Zoom in"
          icon={ZoomIn}
          onClick={() => setZoom(zooms.find((z) => z > zoom) ?? zoom)}
        />
        <IconButton
          size="s"
          label="Find in document"
          icon={Search}
          pressed={find.isOpen}
          onClick={find.toggle}
        />
      </form>
      {find.bar}
      <section
        ref={scroller}
        className={styles.pages}
        aria-label={`Pages of ${label}`}
        onScroll={onScroll}
        {...focusable}
      >
        {numbers.map((number) => (
          <PdfPage
            key={number}
            {...{ pdf, number, zoom }}
            near={Math.abs(number - current) <= overscanPages}
            found={search.pages.get(number) ?? null}
            current={search.current?.page === number ? search.current : null}
            onMatch={find.onMatch}
          />
        ))}
      </section>
    </div>
  );
}

/** Number of the page in the middle of the viewport. */
function pageInView({ children, scrollTop, clientHeight }: HTMLElement): number {
  const middle = scrollTop + clientHeight / 2;
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const half = (low + high) >> 1;
    const page = children[half];
    if (page instanceof HTMLElement && page.offsetTop + page.offsetHeight < middle) low = half + 1;
    else high = half;
  }
  return low + 1;
}

const focusable = { tabIndex: 0 };
