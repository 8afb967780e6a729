import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import { ErrorState } from "../states/error-state.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { PdfPages } from "./pdf-pages.tsx";

interface PdfViewProps {
  readonly bytes: ArrayBuffer;
  readonly label: string;
}

/** A PDF, page by page as one scrolls. Its scripts and forms do not run. */
export function PdfView({ bytes, label }: PdfViewProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let canceled = false;
    let close: (() => void) | undefined;
    open(bytes).then(
      (document) => {
        close = () => void document.loadingTask.destroy();
        if (canceled) close();
        else setPdf(document);
      },
      (error: unknown) => canceled || setFailure(String(error)),
    );
    return () => {
      canceled = true;
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
  return pdf ? <PdfPages pdf={pdf} label={label} /> : <Skeleton lines={10} label="Opening the document" />;
}

async function open(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  const { getDocument, GlobalWorkerOptions } = await import("pdfjs-dist");
  GlobalWorkerOptions.workerPort ??= new Worker(new URL("./pdf.worker.ts", import.meta.url), {
    type: "module",
    name: "pdf",
  });
  // The library takes the bytes over, so it gets its own.
  return getDocument({ data: bytes.slice(0), useSystemFonts: true, enableXfa: false }).promise;
}
