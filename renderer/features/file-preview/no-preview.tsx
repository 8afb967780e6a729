import { Binary, Download, FileWarning } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";

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
