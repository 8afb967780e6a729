import { type ReactNode, useState } from "react";
import { nameOf } from "../../../shared/text/paths.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useCodePreferences } from "../../state/preferences.ts";
import { CodeView } from "../../ui/code/code-view.tsx";
import { LargeTextView } from "../../ui/code/large-text-view.tsx";
import type { LineRange } from "../../ui/code/line-range.ts";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { BinaryFile, NoPreview } from "./binary-file.tsx";
import type { PreviewKind } from "./document-kind.ts";
import { DocumentPreview } from "./document-preview.tsx";
import styles from "./file-preview.module.css";
import type { FileState } from "./use-file-content.ts";

interface FilePreviewProps {
  readonly path: string;
  readonly file: FileState;
  /** Draws the file so; null shows its source. */
  readonly preview: PreviewKind | null;
  /** Renders Markdown with the links of its folder. */
  readonly markdown: (text: string) => ReactNode;
  /** Lines that are selected at first. */
  readonly initialRange?: LineRange | null;
  readonly onRetry: () => void;
  readonly onDownload: () => void;
}

/** A file to read, as what it is: text, document, image, media, or its bytes. */
export function FilePreview({
  path,
  file,
  preview,
  markdown,
  initialRange = null,
  onRetry,
  onDownload,
}: FilePreviewProps) {
  const preferences = useCodePreferences();
  const [range, setRange] = useState<LineRange | null>(initialRange);
  const name = nameOf(path);
  if (file.state === "failed") return <ErrorState {...describeProblem(file.error)} onRetry={onRetry} />;
  if (file.state === "loading") return <Loading {...file} />;
  const { content, size } = file;
  switch (content.kind) {
    case "text":
    case "large":
      if (preview)
        return <DocumentPreview kind={preview} label={name} open={content.open} markdown={markdown} />;
      return content.kind === "large" ? (
        <LargeTextView source={content.open} label={name} range={range} onRange={setRange} />
      ) : (
        <CodeView
          path={path}
          text={content.text}
          label={name}
          {...preferences}
          range={range}
          onRange={setRange}
        />
      );
    case "image":
      return <StillImage url={content.url} name={name} />;
    case "bytes":
      return <BinaryFile path={path} bytes={content.bytes} />;
    default:
      return (
        <NoPreview name={name} size={size} isTooLarge={content.kind === "refused"} onDownload={onDownload} />
      );
  }
}

function Loading({ received, total }: { readonly received: number; readonly total: number | null }) {
  if (received === 0) return null;
  return (
    <div className={layout.progress}>
      <ProgressBar
        label={`Loading the file: ${formatBytes(received)}${total ? ` of ${formatBytes(total)}` : ""}`}
        value={total ? received / total : null}
      />
    </div>
  );
}

const focusable = { tabIndex: 0 };

/** An image fitted into view, inert: nothing in it runs or is fetched. */
function StillImage({ url, name }: { readonly url: string; readonly name: string }) {
  const [broken, setBroken] = useState(false);
  return (
    <section className={cx(styles.stage, styles.fit)} aria-label="Image" {...focusable}>
      {broken ? (
        <p>This file is not an image that can be shown.</p>
      ) : (
        <img src={url} alt={name} onError={() => setBroken(true)} />
      )}
    </section>
  );
}
