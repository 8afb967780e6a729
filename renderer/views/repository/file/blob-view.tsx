import { useEffect, useState } from "react";
import type { TreeEntry } from "../../../../shared/api/resources/repository.ts";
import type { Encoding } from "../../../../shared/text/encoding/encodings.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { isDocument } from "../../../features/file-preview/document-kind.ts";
import type { FileContent, FileState } from "../../../features/file-preview/use-file-content.ts";
import { shownFile } from "../../../features/repository/focus-file.ts";
import { filesHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { readLineRange } from "../../../ui/code/line-range.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { formatBytes } from "../../../ui/format-bytes.ts";
import layout from "../../../ui/layout.module.css";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { readLfsPointer } from "../../../ui/viewers/lfs-pointer.ts";
import repositoryStyles from "../repository.module.css";
import { BlobContent } from "./blob-content.tsx";
import { FileBar } from "./file-bar.tsx";
import { ImageView } from "./image-view.tsx";
import { LfsEntry } from "./lfs-entry.tsx";
import { SymlinkEntry } from "./symlink-entry.tsx";
import { useBlob } from "./use-blob.ts";
import { useLineComment } from "./use-line-comment.tsx";

interface BlobViewProps {
  readonly repository: Repository;
  readonly path: string;
  /** The file's entry in its folder. */
  readonly entry: TreeEntry;
  /** Lines after `#` in the address. */
  readonly hash: string;
  /** Renders Markdown instead of showing its source. */
  readonly rendered: boolean;
  /** Whether blame is shown, where the file has it. */
  readonly isBlamed: boolean;
  /** Called once the file is read with whether the editor can open it. */
  readonly onText: (isText: boolean) => void;
}

/** A file, shown by its kind. */
export function BlobView({ repository, path, entry, hash, rendered, isBlamed, onText }: BlobViewProps) {
  const [choice, setChoice] = useState<{
    readonly path: string;
    readonly encoding?: Encoding;
    readonly attempt: number;
  }>({ path, attempt: 0 });
  const { encoding, attempt } = choice.path === path ? choice : { encoding: undefined, attempt: 0 };
  const blob = useBlob(repository, path, entry.id, encoding, attempt);
  const go = useGo();
  const [naming, setNaming] = useState(false);
  const selected = readLineRange(hash);
  const ready = blob.state === "ready" ? blob.content : null;
  const open = ready?.kind === "text" || ready?.kind === "large" ? ready.open : null;
  const link = entry.mode === "120000" && ready?.kind === "text";
  const pointer = ready?.kind === "text" ? readLfsPointer(ready.text) : null;
  const hasLines = open !== null && !rendered && !link && !pointer;
  const source = hasLines && ready?.kind === "text";
  const comment = useLineComment(repository, path, hasLines ? selected : null, source);
  const isText = ready ? isEditable(ready) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for each file
  useEffect(() => {
    if (isText !== null) onText(isText);
  }, [isText, path]);
  if (blob.state === "failed") {
    return (
      <ErrorState
        {...describeProblem(blob.error)}
        onRetry={() => setChoice({ path, attempt: attempt + 1 })}
      />
    );
  }
  if (blob.state === "loading") return <Loading blob={blob} />;
  const { content, size } = blob;
  return (
    <>
      {content.kind === "image" ? null : (
        <FileBar
          repository={repository}
          path={path}
          size={size}
          executable={entry.mode === "100755"}
          text={link ? null : open}
          onEncoding={(next) => setChoice({ path, encoding: next, attempt })}
          blaming={source ? isBlamed : null}
          onBlaming={(blaming) => {
            // Of a document without blame the source stays.
            const mode = blaming ? "blame" : isDocument(path) ? "source" : null;
            go(filesHref(repository, repository.ref, path, hash, mode), { replace: true });
          }}
          onSymbols={source ? () => setNaming(true) : null}
          selected={selected}
          onComment={hasLines ? comment.open : null}
        />
      )}
      {content.kind === "image" ? (
        <div className={repositoryStyles.image} {...shownFile(path)}>
          <ImageView repository={repository} url={content.url} path={path} size={size} svg={content.svg} />
        </div>
      ) : (
        <div className={flow.viewport} {...shownFile(path)}>
          {pointer && content.kind === "text" ? (
            <LfsEntry pointer={pointer} text={content.text} />
          ) : link && content.kind === "text" ? (
            <SymlinkEntry repository={repository} path={path} target={content.text} />
          ) : (
            <BlobContent
              blob={blob}
              {...{ repository, path, hash, rendered }}
              blaming={isBlamed}
              naming={source && naming}
              onNaming={setNaming}
              onComment={comment.open}
              onCursor={comment.onCursor}
            />
          )}
        </div>
      )}
      {comment.dialog}
    </>
  );
}

/** Returns whether the editor can open a file: text in UTF-8, also where it is drawn as an image. */
const isEditable = (content: FileContent): boolean =>
  content.kind === "image"
    ? content.svg
    : content.kind === "text"
      ? content.open.encoding === "utf-8" || content.open.encoding === "utf-8-bom"
      : content.kind === "large";

function Loading({ blob }: { readonly blob: Extract<FileState, { state: "loading" }> }) {
  if (blob.received === 0) {
    return (
      <div className={layout.padded}>
        <Skeleton lines={12} label="Loading the file" />
      </div>
    );
  }
  return (
    <div className={layout.progress}>
      <ProgressBar
        label={`Loading the file: ${formatBytes(blob.received)}${blob.total ? ` of ${formatBytes(blob.total)}` : ""}`}
        value={blob.total ? blob.received / blob.total : null}
      />
    </div>
  );
}
