import { useMemo } from "react";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { blameAges, blameMargin, blameRuns } from "../../../features/blame/blame.ts";
import { useBlame } from "../../../features/blame/use-blame.ts";
import { BinaryFile } from "../../../features/file-preview/binary-file.tsx";
import { canPreview, documentKind, isDocument } from "../../../features/file-preview/document-kind.ts";
import { DocumentPreview, RenderedDocument } from "../../../features/file-preview/document-preview.tsx";
import { download } from "../../../features/file-preview/download.ts";
import { NoPreview } from "../../../features/file-preview/no-preview.tsx";
import type { FileState } from "../../../features/file-preview/use-file-content.ts";
import { commitHref, filesHref } from "../../../features/repository/repository-hrefs.ts";
import { RepositoryMarkdown } from "../../../features/repository/repository-markdown.tsx";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { useCodePreferences } from "../../../state/preferences.ts";
import { CodeView } from "../../../ui/code/code-view.tsx";
import { LargeTextView } from "../../../ui/code/large-text-view.tsx";
import { type LineRange, readLineRange, writeLineRange } from "../../../ui/code/line-range.ts";
import { useMedia } from "../../../ui/use-media.ts";
import { GoToSymbol } from "./go-to-symbol.tsx";
import { HiddenCharactersNotice } from "./hidden-characters-notice.tsx";
import { LineCommentItem } from "./line-comment-item.tsx";
import { useFileSymbols } from "./use-file-symbols.ts";

interface BlobContentProps {
  readonly repository: Repository;
  readonly path: string;
  /** Lines after `#` in the address. */
  readonly hash: string;
  /** Renders Markdown instead of showing its source. */
  readonly rendered: boolean;
  readonly blob: Extract<FileState, { state: "ready" }>;
  /** Whether blame is shown. */
  readonly blaming: boolean;
  /** Whether the search for symbols is open. */
  readonly naming: boolean;
  readonly onNaming: (naming: boolean) => void;
  /** Opens the form of a comment on lines. */
  readonly onComment: (range: LineRange) => void;
  /** The line that the cursor moved to. */
  readonly onCursor: (line: number) => void;
}

/** Content of a file, by its kind. */
export function BlobContent({ blob, repository, path, hash, rendered, ...props }: BlobContentProps) {
  const { content, size } = blob;
  const { blaming, naming, onNaming, onComment, onCursor } = props;
  const go = useGo();
  const code = content.kind === "text" && !rendered ? content : null;
  const symbols = useFileSymbols(repository, path, code?.open.encoding ?? "", code?.text ?? "");
  const preferences = useCodePreferences();
  const lines = {
    range: readLineRange(hash),
    onRange: (range: LineRange | null) => {
      // Lines are of the source, also once none is selected.
      const mode = blaming ? "blame" : isDocument(path) ? "source" : null;
      const to = range ? writeLineRange(range) : "";
      go(filesHref(repository, repository.ref, path, to, mode), { replace: true });
    },
  };
  const showLine = (line: number) => lines.onRange({ from: line, to: line });
  const name = nameOf(path);
  const kind = rendered ? documentKind(path) : null;
  const markdown = (text: string) => <RepositoryMarkdown {...{ repository, path, text, hash }} page={path} />;
  const blame = useBlame(repository, path, blaming && content.kind === "text").data;
  const isNarrow = useMedia("(width < 600px)");
  const margin = useMemo(
    () => (blaming && blame ? blameMargin(blame, isNarrow) : undefined),
    [blaming, blame, isNarrow],
  );
  const ages = useMemo(() => (blaming && blame ? blameAges(blame) : undefined), [blaming, blame]);
  const { account, project } = repository;
  const avatars = useMemo(
    () =>
      blaming && blame
        ? blameRuns(blame).map(
            (commit) =>
              commit && {
                name: commit.author,
                href: commitHref({ account, project }, commit.id),
                label: `${commit.author}, ${commit.time.slice(0, 10)}: ${commit.title}`,
              },
          )
        : undefined,
    [blaming, blame, account, project],
  );
  const onDownload = () =>
    void download(
      repository.account,
      getRawFile,
      { id: repository.project, file_path: path, ref: repository.commit.id },
      name,
    );
  switch (content.kind) {
    case "text":
      return kind ? (
        <RenderedDocument {...{ kind, markdown }} label={name} text={content.text} />
      ) : (
        <>
          <HiddenCharactersNotice open={content.open} onLine={showLine} />
          <CodeView
            path={path}
            text={content.text}
            label={name}
            {...preferences}
            margin={margin}
            ages={ages}
            avatars={avatars}
            onAvatar={go}
            symbols={symbols ?? undefined}
            onCursor={onCursor}
            lineItems={(line) => <LineCommentItem {...{ line, onComment }} selected={lines.range} />}
            {...lines}
          />
          <GoToSymbol symbols={symbols ?? []} open={naming} onOpenChange={onNaming} onChoose={showLine} />
        </>
      );
    case "large":
      return kind && canPreview(path, size) ? (
        <DocumentPreview {...{ kind, markdown }} label={name} open={content.open} />
      ) : (
        <>
          <HiddenCharactersNotice open={content.open} onLine={showLine} />
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
