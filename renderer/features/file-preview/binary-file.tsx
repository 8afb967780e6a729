import { lazy, Suspense } from "react";
import { nameOf } from "../../../shared/text/paths.ts";
import { FontView } from "../../ui/viewers/font-view.tsx";
import { HexView } from "../../ui/viewers/hex-view.tsx";
import { MediaView } from "../../ui/viewers/media-view.tsx";
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
      return <MediaView {...{ bytes, kind, type, label }} />;
    case "font":
      return <FontView bytes={bytes} label={label} />;
    default:
      return <HexView bytes={view} label={label} />;
  }
}
