import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { PdfFindBar } from "./pdf-find-bar.tsx";
import { type PdfSearch, usePdfSearch } from "./use-pdf-search.ts";

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
export function usePdfFind(
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
  const latest = useRef({ goTo, current, key });
  latest.current = { goTo, current, key };
  useEffect(() => {
    const { current, goTo } = latest.current;
    if (key === null || !current) reached.current = null;
    // Its page is drawn once it is near.
    else if (reached.current !== key) goTo(current.page);
  }, [key]);
  const onMatch = useCallback((element: Element) => {
    if (reached.current === latest.current.key) return;
    reached.current = latest.current.key;
    element.scrollIntoView({ block: "center", inline: "nearest" });
  }, []);
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
