import { useQuery } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { useFileLanguage } from "../../../features/attributes/use-file-attributes.ts";
import { useBlameColumn } from "../../../features/blame/blame-column.tsx";
import { blameAges, useBlame } from "../../../features/blame/blame-runs.ts";
import { BinaryFile, NoPreview } from "../../../features/file-preview/binary-file.tsx";
import { canPreview, documentKind, isDocument } from "../../../features/file-preview/document-kind.ts";
import { DocumentPreview, RenderedDocument } from "../../../features/file-preview/document-preview.tsx";
import { downloadWithNotice } from "../../../features/file-preview/download-with-notice.ts";
import type { FileState } from "../../../features/file-preview/use-file-content.ts";
import type { FileMode } from "../../../features/repository/repository-hrefs.ts";
import { RepositoryMarkdown } from "../../../features/repository/repository-markdown.tsx";
import { type FileEdits, useTaskEdits } from "../../../features/repository/use-file-edits.tsx";
import type { RepositoryAtRef } from "../../../features/repository/use-repository.ts";
import { useCodePreferences } from "../../../state/preferences.ts";
import { CodeView } from "../../../ui/code/code-view.tsx";
import { LargeTextView } from "../../../ui/code/large-text-view.tsx";
import { type LineRange, readLineRange, writeLineRange } from "../../../ui/code/line-range.ts";
import { MenuItem } from "../../../ui/overlays/menu-item.tsx";
import { useMedia } from "../../../ui/panes/use-media.ts";
import { HiddenNotice } from "../../../ui/text/hidden-notice.tsx";
import type { FileSymbol } from "../../../workers/symbols/outline.ts";
import { outlineInWorker } from "../../../workers/symbols/symbols-engine.ts";
import type { HiddenCharacters as Found } from "../../../workers/text/text-document.ts";
import type { OpenText } from "../../../workers/text/text-engine.ts";
import { GoToSymbol } from "./go-to-symbol.tsx";
import { commentTitle } from "./line-comment.ts";

interface BlobContentProps {
  readonly repository: RepositoryAtRef;
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
  /** Edits of the branch; null where it may not be edited. */
  readonly edits: FileEdits | null;
  readonly onAddress: ChangeAddress;
}

/** Changes the lines that the address names, and what is shown of the file; what is beside it stays. `isPushed`: Back undoes it. */
export type ChangeAddress = (hash: string, mode: FileMode | null, isPushed?: boolean) => void;

/** Content of a file, by its kind. */
export function BlobContent({ blob, repository, path, hash, rendered, ...props }: BlobContentProps) {
  const { content, size } = blob;
  const { blaming, naming, onNaming, onComment, onCursor, edits, onAddress } = props;
  const code = content.kind === "text" && !rendered ? content : null;
  const language = useFileLanguage(repository.project, repository.commit.id, code ? path : "");
  const symbols = useFileSymbols(repository, path, code?.open.encoding ?? "", code?.text ?? "", language);
  const preferences = useCodePreferences();
  const lines = {
    range: readLineRange(hash),
    onRange: (range: LineRange | null) => {
      // Lines are of the source, also once none is selected.
      const mode = blaming ? "blame" : isDocument(path) ? "source" : null;
      onAddress(range ? writeLineRange(range) : "", mode);
    },
  };
  const showLine = (line: number) => lines.onRange({ from: line, to: line });
  const name = nameOf(path);
  const kind = rendered ? documentKind(path) : null;
  const onTask = useTaskEdits(repository, edits, path);
  const markdown = (text: string) => (
    <RepositoryMarkdown
      repository={repository}
      path={path}
      text={text}
      hash={hash}
      page={path}
      onTask={onTask && ((line, isDone) => onTask(text, line, isDone))}
    />
  );
  const blame = useBlame(repository, path, blaming && content.kind === "text").data;
  const isNarrow = useMedia("(width < 600px)");
  const column = useBlameColumn(repository, path, (blaming && blame) || null, isNarrow);
  const ages = useMemo(() => (blaming && blame ? blameAges(blame) : undefined), [blaming, blame]);
  const onDownload = () =>
    void downloadWithNotice(
      repository.account,
      getRawFile,
      { id: repository.project, file_path: path, ref: repository.commit.id },
      name,
    );
  switch (content.kind) {
    case "text":
      return kind ? (
        <RenderedDocument kind={kind} markdown={markdown} label={name} text={content.text} />
      ) : (
        <>
          <HiddenCharactersNotice open={content.open} onLine={showLine} />
          <CodeView
            path={path}
            language={language}
            text={content.text}
            label={name}
            {...preferences}
            column={column}
            ages={ages}
            symbols={symbols ?? undefined}
            onCursor={onCursor}
            lineItems={(line) => <LineCommentItem line={line} onComment={onComment} selected={lines.range} />}
            {...lines}
          />
          <GoToSymbol symbols={symbols ?? []} open={naming} onOpenChange={onNaming} onChoose={showLine} />
        </>
      );
    case "large":
      return kind && canPreview(path, size) ? (
        <DocumentPreview kind={kind} markdown={markdown} label={name} open={content.open} />
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

/**
 * Returns the declarations of a file in order; undefined until they are parsed, null where the language is not
 * supported. An empty text requests nothing.
 */
function useFileSymbols(
  { account, project, commit }: RepositoryAtRef,
  path: string,
  encoding: string,
  text: string,
  language: string | undefined,
): readonly FileSymbol[] | null | undefined {
  return useQuery({
    queryKey: [account, "symbols", project, commit.id, path, encoding, language],
    queryFn: ({ signal }) => outlineInWorker(path, text, language, signal),
    enabled: text !== "",
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

/** Warns above a file with invisible characters. */
function HiddenCharactersNotice({
  open,
  onLine,
}: {
  readonly open: OpenText;
  readonly onLine: (line: number) => void;
}) {
  const [found, setFound] = useState<{ readonly open: OpenText; readonly result: Found } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    open.hiddenLines(controller.signal).then(
      (result) => setFound({ open, result }),
      // The marks in the text do not depend on this search.
      () => undefined,
    );
    return () => controller.abort();
  }, [open]);
  return found?.open === open ? <HiddenNotice {...found.result} onLine={onLine} /> : null;
}

interface LineCommentItemProps {
  /** Line whose menu is open. */
  readonly line: number;
  /** Selected lines; all of them are commented where the line is one of them. */
  readonly selected: LineRange | null;
  readonly onComment: (range: LineRange) => void;
}

/** The item of a line's menu that comments it. */
function LineCommentItem({ line, selected, onComment }: LineCommentItemProps) {
  const isSelected = selected !== null && line >= selected.from && line <= selected.to;
  const range = isSelected ? selected : { from: line, to: line };
  return (
    <MenuItem
      icon={MessageSquarePlus}
      command={isSelected ? "repository.comment" : undefined}
      onSelect={() => onComment(range)}
    >
      {commentTitle(range)}
    </MenuItem>
  );
}
