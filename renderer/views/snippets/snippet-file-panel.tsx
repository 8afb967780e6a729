import { useLocation } from "@tanstack/react-router";
import { Download, WrapText } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  getRawProjectSnippet,
  getRawProjectSnippetFile,
  type Snippet,
} from "../../../shared/api/resources/project-snippets.ts";
import { getRawSnippet, getRawSnippetFile } from "../../../shared/api/resources/snippets.ts";
import type { Optional } from "../../../shared/optional.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { CommentText } from "../../features/comments/comment-text.tsx";
import { isMarkdown } from "../../features/file-preview/document-kind.ts";
import { downloadWithNotice } from "../../features/file-preview/download-with-notice.ts";
import { FilePreview } from "../../features/file-preview/file-preview.tsx";
import { useFileContent } from "../../features/file-preview/use-file-content.ts";
import { savePreferences } from "../../features/preferences/save-preferences.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { readLineRange } from "../../ui/code/line-range.ts";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { pathsOfSnippet, requestFile, type SnippetAddress, snippetBranch } from "./model/snippet-address.ts";
import styles from "./snippets.module.css";

const views = [
  { value: "drawn", label: "Preview" },
  { value: "source", label: "Source" },
] as const;

/** Pixels of a line. */
const lineHeight = 20;
/** Pixels of the padding above and below the text. */
const around = 32;
/** Maximum and minimum height of the box, in pixels. */
const tallest = 640;
const lowest = 52;

interface SnippetFileProps {
  readonly address: SnippetAddress;
  readonly snippet: Snippet;
  readonly path: string;
}

/** One file of a snippet, highlighted, with what can be done with it. */
export function SnippetFilePanel({ address, snippet, path }: SnippetFileProps) {
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
                ...(pathsOfSnippet(snippet).length > 1 ? { file: path } : {}),
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
  const source = { key, read: (signal: AbortSignal) => requestFile(address, snippet, path, signal) };
  return useFileContent(source, path, undefined);
}

/** Streams a file of a snippet into the downloads folder, and shows that it started. */
export function downloadSnippetFile(
  { account, project, id }: SnippetAddress,
  snippet: Snippet,
  path: string,
): Promise<void> {
  const name = nameOf(path);
  const file = { ref: snippetBranch(snippet, path), file_path: path };
  if (pathsOfSnippet(snippet).length === 1) {
    return project === null
      ? downloadWithNotice(account, getRawSnippet, { id }, name)
      : downloadWithNotice(account, getRawProjectSnippet, { id: project, snippet_id: id }, name);
  }
  return project === null
    ? downloadWithNotice(account, getRawSnippetFile, { id, ...file }, name)
    : downloadWithNotice(account, getRawProjectSnippetFile, { id: project, snippet_id: id, ...file }, name);
}

interface SnippetLinkProps
  extends Optional<{
    className: string;
  }> {
  readonly address: SnippetAddress;
  readonly title?: string;
  readonly children: ReactNode;
}

/** Link to a snippet; `id` NaN for a new one. */
export const SnippetLink = ({ address: { account, project, id }, ...rest }: SnippetLinkProps) => (
  <AppLink href={hrefs.snippet(account, project, Number.isNaN(id) ? "new" : id)} {...rest} />
);

/** Link to the editor of a snippet. */
export const SnippetEditLink = ({ address: { account, project, id }, ...rest }: SnippetLinkProps) => (
  <AppLink href={hrefs.snippetEdit(account, project, id)} {...rest} />
);
