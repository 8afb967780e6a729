import { useEffect, useMemo, useState } from "react";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import type { TreeEntry } from "../../../../shared/api/resources/repository.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { blameAges, blameMargin } from "../../../features/blame/blame.ts";
import { useBlame } from "../../../features/blame/use-blame.ts";
import { BinaryFile } from "../../../features/file-preview/binary-file.tsx";
import { canPreview, isDocument } from "../../../features/file-preview/document-kind.ts";
import { download } from "../../../features/file-preview/download.ts";
import { NoPreview } from "../../../features/file-preview/no-preview.tsx";
import type { FileContent, FileState } from "../../../features/file-preview/use-file-content.ts";
import { shownFile } from "../../../features/repository/focus-file.ts";
import { nameOf } from "../../../features/repository/paths.ts";
import { filesHref, sourceHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { usePreferences } from "../../../state/preferences.ts";
import { CodeView } from "../../../ui/code/code-view.tsx";
import { LargeTextView } from "../../../ui/code/large-text-view.tsx";
import { type LineRange, readLineRange, writeLineRange } from "../../../ui/code/line-range.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { readLfsPointer } from "../../../ui/viewers/lfs-pointer.ts";
import type { Encoding } from "../../../workers/text/detect-text.ts";
import repositoryStyles from "../repository.module.css";
import { LfsEntry, SymlinkEntry } from "../submodule/special-entry.tsx";
import styles from "./file.module.css";
import { FileBar } from "./file-bar.tsx";
import { GoToSymbol } from "./go-to-symbol.tsx";
import { HiddenLines } from "./hidden-lines.tsx";
import { ImageView } from "./image-view.tsx";
import { LargeDocument, RenderedDocument } from "./rendered-document.tsx";
import { useBlob } from "./use-blob.ts";
import { useFileSymbols } from "./use-file-symbols.ts";

interface BlobViewProps {
  readonly repository: Repository;
  readonly path: string;
  /** The file's entry in its folder. */
  readonly entry: TreeEntry;
  /** Lines after `#` in the address. */
  readonly hash: string;
  /** Renders Markdown instead of showing its source. */
  readonly rendered: boolean;
  /** Called once the file is read with whether the editor can open it. */
  readonly onText: (isText: boolean) => void;
}

/** A file, shown by its kind. */
export function BlobView({ repository, path, entry, hash, rendered, onText }: BlobViewProps) {
  const [choice, setChoice] = useState<{
    readonly path: string;
    readonly encoding?: Encoding;
    readonly attempt: number;
  }>({ path, attempt: 0 });
  const { encoding, attempt } = choice.path === path ? choice : { encoding: undefined, attempt: 0 };
  const blob = useBlob(repository, path, entry.id, encoding, attempt);
  const [blaming, setBlaming] = useState(false);
  const [naming, setNaming] = useState(false);
  const isText = blob.state === "ready" ? isEditable(blob.content) : null;
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
  const open = content.kind === "text" || content.kind === "large" ? content.open : null;
  const link = entry.mode === "120000" && content.kind === "text";
  const pointer = content.kind === "text" ? readLfsPointer(content.text) : null;
  const source = content.kind === "text" && !rendered && !link && !pointer;
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
          blaming={source ? blaming : null}
          onBlaming={setBlaming}
          onSymbols={source ? () => setNaming(true) : null}
          line={readLineRange(hash)?.from ?? null}
        />
      )}
      {content.kind === "image" ? (
        <div className={repositoryStyles.image} {...shownFile(path)}>
          <ImageView repository={repository} url={content.url} path={path} size={size} svg={content.svg} />
        </div>
      ) : (
        <div className={repositoryStyles.content} {...shownFile(path)}>
          {pointer && content.kind === "text" ? (
            <LfsEntry pointer={pointer} text={content.text} />
          ) : link ? (
            <SymlinkEntry repository={repository} path={path} target={content.text} />
          ) : (
            <Content
              blob={blob}
              {...{ repository, path, hash, rendered, blaming }}
              naming={source && naming}
              onNaming={setNaming}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Whether the editor can open a file: text in UTF-8, also where it is drawn as an image. */
const isEditable = (content: FileContent): boolean =>
  content.kind === "image"
    ? content.svg
    : content.kind === "text"
      ? content.open.encoding === "utf-8" || content.open.encoding === "utf-8-bom"
      : content.kind === "large";

function Loading({ blob }: { readonly blob: Extract<FileState, { state: "loading" }> }) {
  if (blob.received === 0) return null;
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={`Loading the file: ${formatBytes(blob.received)}${blob.total ? ` of ${formatBytes(blob.total)}` : ""}`}
        value={blob.total ? blob.received / blob.total : null}
      />
    </div>
  );
}

interface ContentProps extends Omit<BlobViewProps, "entry" | "onText"> {
  readonly blob: Extract<FileState, { state: "ready" }>;
  /** Whether blame is shown. */
  readonly blaming: boolean;
  /** Whether the search for symbols is open. */
  readonly naming: boolean;
  readonly onNaming: (naming: boolean) => void;
}

function Content({ blob: { content, size }, repository, path, hash, rendered, ...props }: ContentProps) {
  const { blaming, naming, onNaming } = props;
  const go = useGo();
  const code = content.kind === "text" && !rendered ? content : null;
  const symbols = useFileSymbols(repository, path, code?.open.encoding ?? "", code?.text ?? "");
  const { wordWrap, minimap, showWhitespace, codeSize } = usePreferences();
  const lines = {
    range: readLineRange(hash),
    onRange: (range: LineRange | null) => {
      // Lines are of the source, also once none is selected.
      const toHref = isDocument(path) ? sourceHref : filesHref;
      go(toHref(repository, repository.ref, path, range ? writeLineRange(range) : ""), { replace: true });
    },
  };
  const showLine = (line: number) => lines.onRange({ from: line, to: line });
  const name = nameOf(path);
  const blame = useBlame(repository, path, blaming && content.kind === "text").data;
  const margin = useMemo(() => (blaming && blame ? blameMargin(blame) : undefined), [blaming, blame]);
  const ages = useMemo(() => (blaming && blame ? blameAges(blame) : undefined), [blaming, blame]);
  const onDownload = () =>
    void download(
      repository.account,
      getRawFile,
      { id: repository.project, file_path: path, ref: repository.commit.id },
      name,
    );
  switch (content.kind) {
    case "text":
      return rendered ? (
        <RenderedDocument {...{ repository, path }} text={content.text} />
      ) : (
        <>
          <HiddenLines open={content.open} onLine={showLine} />
          <CodeView
            path={path}
            text={content.text}
            label={name}
            wordWrap={wordWrap}
            minimap={minimap}
            whitespace={showWhitespace}
            fontSize={codeSize}
            margin={margin}
            ages={ages}
            symbols={symbols ?? undefined}
            {...lines}
          />
          <GoToSymbol symbols={symbols ?? []} open={naming} onOpenChange={onNaming} onChoose={showLine} />
        </>
      );
    case "large":
      return rendered && canPreview(path, size) ? (
        <LargeDocument {...{ repository, path }} open={content.open} />
      ) : (
        <>
          <HiddenLines open={content.open} onLine={showLine} />
          <LargeTextView source={content.open} label={name} {...lines} />
        </>
      );
    case "bytes":
      return <BinaryFile path={path} bytes={content.bytes} />;
    default:
      return (
        <NoPreview name={name} size={size} isTooLarge={content.kind === "refused"} onDownload={onDownload} />
      );
  }
}
