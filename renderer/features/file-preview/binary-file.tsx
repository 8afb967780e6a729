import { Binary, Download, FileWarning } from "lucide-react";
import { lazy, Suspense } from "react";
import { nameOf } from "../../../shared/text/paths.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { HexView } from "../../ui/viewers/hex-view.tsx";
import { FontView, MediaView } from "../../ui/viewers/media-view.tsx";
import { mediaOf } from "../../ui/viewers/viewer-kind.ts";

const PdfView = lazy(async () => ({ default: (await import("../../ui/viewers/pdf-view.tsx")).PdfView }));

/** A file that is not text, shown as what it is, or as its bytes. */
export function BinaryFile({ path, bytes }: { readonly path: string; readonly bytes: ArrayBuffer }) {
  const view = new Uint8Array(bytes);
  const { kind, type } = mediaOf(path, view);
  const label = nameOf(path);
  switch (kind) {
    case "pdf":
      return (
        <Suspense>
          <PdfView bytes={bytes} label={label} />
        </Suspense>
      );
    case "audio":
    case "video":
      return <MediaView bytes={bytes} kind={kind} type={type} label={label} />;
    case "font":
      return <FontView bytes={bytes} label={label} />;
    default:
      return <HexView bytes={view} label={label} />;
  }
}

interface NoPreviewProps {
  readonly name: string;
  /** Bytes; 0 where that is not known. */
  readonly size: number;
  /** It is too large to be read, not only no text. */
  readonly isTooLarge: boolean;
  readonly onDownload: () => void;
}

/** Reason why a file is not shown, with its download. */
export function NoPreview({ name, size, isTooLarge, onDownload }: NoPreviewProps) {
  const known = size > 0 ? formatBytes(size) : null;
  return (
    <EmptyState
      icon={isTooLarge ? FileWarning : Binary}
      title={isTooLarge ? "Too large to show" : "Binary file"}
      description={
        isTooLarge
          ? `${known ? `${known}: more` : "More"} than 100 MB would slow the window down. Download the file to open it elsewhere.`
          : `${name} is not text${known ? ` (${known})` : ""}. Download it to open it elsewhere.`
      }
      actions={
        <Button variant="primary" icon={Download} onClick={onDownload}>
          Download
        </Button>
      }
    />
  );
}
