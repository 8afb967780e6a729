import { ChevronDown, ChevronUp, Search, X, ZoomIn, ZoomOut } from "lucide-react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "../buttons/button.tsx";
import { SearchField, TextField } from "../forms/text-field.tsx";
import { cx } from "../theme/class-names.ts";
import layout from "../theme/layout.module.css";
import styles from "./pdf.module.css";
import { PdfPage } from "./pdf-page.tsx";
import { maxPdfMatches, type PdfSearch, usePdfSearch } from "./use-pdf-search.ts";
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

interface PdfFind {
  readonly search: PdfSearch;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** The bar while it is open. */
  readonly bar: ReactNode;
  /** Scrolls the current match into view, once after each step. */
  readonly onMatch: (element: Element) => void;
}

/** Opens the find bar of a PDF with Ctrl/Cmd+F, and scrolls to the current match. */
function usePdfFind(
  pdf: PDFDocumentProxy,
  scroller: RefObject<HTMLElement | null>,
  page: number,
  goTo: (page: number) => void,
): PdfFind {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const search = usePdfSearch(pdf, isOpen ? query : "", page);
  const { current } = search;
  const key = current && `${current.page} ${current.start} ${current.end}`;
  // The match that was scrolled to: a page that is drawn again later does not scroll back.
  const reached = useRef<string | null>(null);
  const goToMatch = useEffectEvent(() => {
    if (key === null || !current) reached.current = null;
    // Its page is drawn once it is near.
    else if (reached.current !== key) goTo(current.page);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another match is another page
  useEffect(() => goToMatch(), [key]);
  const onMatch = (element: Element) => {
    if (reached.current === key) return;
    reached.current = key;
    element.scrollIntoView({ block: "center", inline: "nearest" });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind =
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        event.key.toLowerCase() === "f";
      const isCovered = scroller.current?.closest("[aria-hidden=true], [inert]");
      if (!isFind || event.defaultPrevented || isCovered) return;
      event.preventDefault();
      setOpen(true);
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [scroller]);
  const close = () => {
    setOpen(false);
    scroller.current?.focus();
  };
  return {
    search,
    isOpen,
    toggle: () => (isOpen ? close() : setOpen(true)),
    bar: isOpen ? <PdfFindBar {...{ query, search, field }} onQuery={setQuery} onClose={close} /> : null,
    onMatch,
  };
}

interface PdfFindBarProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly search: PdfSearch;
  readonly onClose: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Searches the document: Enter and Shift+Enter step through the matches, Escape closes. */
function PdfFindBar({ query, onQuery, search, onClose, field }: PdfFindBarProps) {
  return (
    <search
      className={viewer.bar}
      aria-label="Find in document"
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        } else if (event.key === "F3" || (event.key === "Enter" && event.target === field.current)) {
          event.preventDefault();
          search.step(event.shiftKey ? -1 : 1);
        }
      }}
    >
      <SearchField
        ref={field}
        className={styles.find}
        label="Find in document"
        placeholder="Find"
        value={query}
        onChange={onQuery}
        autoFocus
      />
      <IconButton
        size="s"
        label="Previous match"
        icon={ChevronUp}
        disabled={search.total === 0}
        onClick={() => search.step(-1)}
      />
      <IconButton
        size="s"
        label="Next match"
        icon={ChevronDown}
        disabled={search.total === 0}
        onClick={() => search.step(1)}
      />
      <output className={cx(layout.muted, viewer.numbers)}>{statusOf(query, search)}</output>
      <IconButton size="s" label="Close find" icon={X} onClick={onClose} />
    </search>
  );
}

function statusOf(query: string, { total, index, searching }: PdfSearch): string {
  if (query.trim() === "") return "";
  if (index < 0) return searching ? "Searching…" : "No matches";
  const many = `${total.toLocaleString()}${searching || total >= maxPdfMatches ? "+" : ""}`;
  return `${(index + 1).toLocaleString()} of ${many}`;
}
