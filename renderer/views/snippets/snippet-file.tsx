import { useLocation } from "@tanstack/react-router";
import { Download, WrapText } from "lucide-react";
import { useMemo, useState } from "react";
import type { Snippet } from "../../../shared/api/resources/snippet-shapes.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { CommentText } from "../../features/comments/comment-text.tsx";
import { isMarkdown } from "../../features/file-preview/document-kind.ts";
import { FilePreview } from "../../features/file-preview/file-preview.tsx";
import { useFileContent } from "../../features/file-preview/use-file-content.ts";
import { savePreferences } from "../../features/preferences/save-preferences.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { readLineRange } from "../../ui/code/line-range.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FileIcon } from "../../ui/file-icon.tsx";
import flow from "../../ui/flow.module.css";
import { formatBytes } from "../../ui/format-bytes.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { downloadSnippetFile } from "./download-snippet-file.ts";
import { pathsOf, requestFile, type SnippetAddress } from "./model/snippet-address.ts";
import styles from "./snippets.module.css";

const views = [
  { value: "drawn", label: "Preview" },
  { value: "source", label: "Source" },
] as const;

/** Pixels of a line and of the padding, and the maximum and minimum height of the box. */
const [lineHeight, around, tallest, lowest] = [20, 32, 640, 52];

interface SnippetFileProps {
  readonly address: SnippetAddress;
  readonly snippet: Snippet;
  readonly path: string;
}

/** One file of a snippet, highlighted, with what can be done with it. */
export function SnippetFile({ address, snippet, path }: SnippetFileProps) {
  const [attempt, setAttempt] = useState(0);
  const [view, setView] = useState<"drawn" | "source">("source");
  const { wordWrap } = usePreferences();
  const hash = useLocation({ select: (location) => location.hash });
  const file = useSnippetFile(address, snippet, path, attempt);
  const content = file.state === "ready" ? file.content : null;
  const open = content?.kind === "text" || content?.kind === "large" ? content.open : null;
  const height = open ? Math.min(tallest, Math.max(lowest, open.lines * lineHeight + around)) : 320;
  return (
    <div className={flow.frame}>
      <div className={styles.fileBar}>
        <div className={styles.fileHead}>
          <FileIcon name={path} />
          <h2 className={cx(layout.ellipsis, styles.fileName)}>{path}</h2>
          {open ? (
            <span className={layout.small}>
              {open.lines.toLocaleString()} {open.lines === 1 ? "line" : "lines"}
            </span>
          ) : null}
          {file.state === "ready" ? <span className={layout.small}>{formatBytes(file.size)}</span> : null}
        </div>
        <div className={styles.tools}>
          {isMarkdown(path) ? (
            <SegmentedControl label={`View of ${path}`} value={view} onChange={setView} options={views} />
          ) : null}
          <IconButton
            label="Wrap lines"
            icon={WrapText}
            size="s"
            pressed={wordWrap}
            onClick={() => savePreferences({ wordWrap: !wordWrap })}
          />
          {content?.kind === "text" ? <CopyButton text={content.text} label={`Copy ${path}`} /> : null}
          <Button size="s" variant="ghost" asChild>
            <AppLink
              href={hrefs.snippet(address.account, address.project, address.id, {
                ...(pathsOf(snippet).length > 1 ? { file: path } : {}),
                view: "raw",
              })}
            >
              Raw
            </AppLink>
          </Button>
          <IconButton
            label={`Download ${path}`}
            icon={Download}
            size="s"
            onClick={() => void downloadSnippetFile(address, snippet, path)}
          />
        </div>
      </div>
      <div className={styles.content} style={{ height }}>
        <FilePreview
          key={hash}
          initialRange={readLineRange(hash)}
          path={path}
          file={file}
          preview={view === "drawn" && isMarkdown(path) ? "markdown" : null}
          markdown={(text) => <CommentText text={text} />}
          onRetry={() => setAttempt(attempt + 1)}
          onDownload={() => void downloadSnippetFile(address, snippet, path)}
        />
      </div>
    </div>
  );
}

/** Reads a file of a snippet; another `attempt` reads it again. */
export function useSnippetFile(address: SnippetAddress, snippet: Snippet, path: string, attempt = 0) {
  const key = JSON.stringify([address, path, snippet.updated_at, attempt]);
  const source = useMemo(
    () => ({ key, read: (signal: AbortSignal) => requestFile(address, snippet, path, signal) }),
    [key, address, snippet, path],
  );
  return useFileContent(source, path, undefined);
}
