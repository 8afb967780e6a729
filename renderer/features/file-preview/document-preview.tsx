import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { HtmlView } from "../../ui/viewers/html-view.tsx";
import { highlightLines } from "../../workers/highlight/highlight-engine.ts";
import { readNotebookInWorker } from "../../workers/notebook/notebook-engine.ts";
import { openTable } from "../../workers/table/table-engine.ts";
import type { OpenText } from "../../workers/text/text-engine.ts";
import type { PreviewKind } from "./document-kind.ts";
import styles from "./file-preview.module.css";

const NotebookView = lazy(async () => ({
  default: (await import("../../ui/viewers/notebook-view.tsx")).NotebookView,
}));
const TableView = lazy(async () => ({
  default: (await import("../../ui/viewers/table-view.tsx")).TableView,
}));

interface RenderedDocumentProps {
  readonly kind: PreviewKind;
  readonly label: string;
  readonly text: string;
  /** Renders Markdown with the links of its folder. */
  readonly markdown: (text: string) => ReactNode;
}

interface DocumentPreviewProps extends Omit<RenderedDocumentProps, "text"> {
  readonly open: OpenText;
}

/** A text file drawn as the document that it is, once its whole text is read. */
export function DocumentPreview({ open, ...document }: DocumentPreviewProps) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let canceled = false;
    setText(null);
    void open.readText().then((whole) => canceled || setText(whole));
    return () => {
      canceled = true;
    };
  }, [open]);
  return text === null ? loading : <RenderedDocument {...document} text={text} />;
}

const loading = <Skeleton lines={12} label="Loading the document" />;

const focusable = { tabIndex: 0 };

/** The document of a text: Markdown, a page of HTML, a table or a notebook. */
export function RenderedDocument({ kind, label, text, markdown }: RenderedDocumentProps) {
  switch (kind) {
    case "html":
      return <HtmlView text={text} label={label} />;
    case "table":
      return (
        <Suspense fallback={loading}>
          <TableView text={text} label={label} open={openTable} />
        </Suspense>
      );
    case "notebook":
      return (
        <Suspense fallback={loading}>
          <NotebookView
            text={text}
            label={label}
            read={readNotebookInWorker}
            highlight={highlightLines}
            markdown={markdown}
          />
        </Suspense>
      );
    default:
      return (
        <section className={styles.scroll} aria-label={label} {...focusable}>
          <div className={styles.document}>{markdown(text)}</div>
        </section>
      );
  }
}
