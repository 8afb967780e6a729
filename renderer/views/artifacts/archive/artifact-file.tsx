import { useRouter } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import type { ArchiveEntry } from "../../../../shared/host/artifacts.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { DocumentMode } from "../../../features/file-preview/document-mode.tsx";
import { FilePreview } from "../../../features/file-preview/file-preview.tsx";
import { previewKind } from "../../../features/file-preview/preview-kind.ts";
import { useFileContent } from "../../../features/file-preview/use-file-content.ts";
import { ServiceMarkdown } from "../../../features/markdown/service-markdown.tsx";
import { cx } from "../../../ui/class-names.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import flow from "../../../ui/flow.module.css";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import styles from "./archive.module.css";
import { artifactHref } from "./artifact-hrefs.ts";
import { type ArtifactSource, downloadArtifactFile, fileUrl, readFile } from "./artifact-source.ts";

interface ArtifactFileProps {
  readonly source: ArtifactSource;
  readonly entry: ArchiveEntry;
  /** Shows the source of a document. */
  readonly plain: boolean;
}

/** A file of an archive with the line of its path and actions. */
export function ArtifactFile({ source, entry, plain }: ArtifactFileProps) {
  const { path, size } = entry;
  const router = useRouter();
  const [attempt, setAttempt] = useState(0);
  const file = useFileContent(
    {
      key: JSON.stringify([source, path, attempt]),
      read: (signal) => readFile(source, path, signal),
    },
    path,
    undefined,
  );
  const kind = previewKind(path, size);
  const name = nameOf(path);
  const folder = path.slice(0, path.length - name.length);
  return (
    <>
      <div className={styles.bar}>
        <h2 className={styles.path} title={path}>
          <bdi className={styles.folder}>{folder}</bdi>
          <bdi className={styles.name}>{name}</bdi>
        </h2>
        <CopyButton text={path} label={`Copy the path ${path}`} />
        <span className={cx(layout.small, styles.size)}>{formatBytes(size)}</span>
        <span className={cx(flow.grow, styles.space)} />
        {kind === "html" && !plain ? (
          <span className={cx(layout.small, styles.size, styles.note)}>
            Scripts and links do not work here
          </span>
        ) : null}
        {kind ? (
          <DocumentMode
            value={plain ? "source" : "rendered"}
            onChange={(mode) => router.history.replace(artifactHref(source, path, mode === "source"))}
          />
        ) : null}
        <IconButton
          label={`Download ${name}`}
          icon={Download}
          onClick={() => void downloadArtifactFile(source, path)}
        />
      </div>
      <div className={flow.viewport}>
        <FilePreview
          path={path}
          file={file}
          preview={plain ? null : kind}
          onRetry={() => setAttempt(attempt + 1)}
          onDownload={() => void downloadArtifactFile(source, path)}
          markdown={(text) => (
            <ServiceMarkdown
              text={text}
              folder={folder.replace(/\/$/, "")}
              linkTo={(target) => artifactHref(source, target)}
              imageUrl={(target) => fileUrl(source, target || path)}
            />
          )}
        />
      </div>
    </>
  );
}
