import { FileSymlink, HardDrive, MessageSquarePlus } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { createCommitComment } from "../../../../shared/api/resources/commits.ts";
import type { TreeEntry } from "../../../../shared/api/resources/repository.ts";
import type { Encoding } from "../../../../shared/text/encoding/encodings.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { NewComment } from "../../../features/comments/comment-form.tsx";
import { isDocument } from "../../../features/file-preview/document-kind.ts";
import type { FileContent, FileState } from "../../../features/file-preview/use-file-content.ts";
import { useReferenceSources } from "../../../features/markdown/reference-sources.ts";
import { shownFile } from "../../../features/repository/focus-file.ts";
import { commitHref, filesHref } from "../../../features/repository/repository-hrefs.ts";
import type { FileEdits } from "../../../features/repository/use-file-edits.tsx";
import type { RepositoryAtRef } from "../../../features/repository/use-repository.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { CodeView } from "../../../ui/code/code-view.tsx";
import { type LineRange, readLineRange } from "../../../ui/code/line-range.ts";
import { resolveReference } from "../../../ui/markdown/markdown-links.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { ProgressBar } from "../../../ui/states/progress.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { formatBytes } from "../../../ui/values/format-bytes.ts";
import { type LfsPointer, readLfsPointer } from "../../../ui/viewers/viewer-kind.ts";
import repositoryStyles from "../repository.module.css";
import { BlobContent, type ChangeAddress } from "./blob-content.tsx";
import { BlameNote, FileMeta, FileTools } from "./file-bar.tsx";
import { type CommentedLines, commentTitle, lineComment } from "./line-comment.ts";
import { useBlob } from "./use-blob.ts";

const ImageView = lazy(async () => ({ default: (await import("./image-view.tsx")).ImageView }));

interface BlobViewProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  /** The file's entry in its folder. */
  readonly entry: TreeEntry;
  /** Lines after `#` in the address. */
  readonly hash: string;
  /** Renders Markdown instead of showing its source. */
  readonly rendered: boolean;
  /** Whether blame is shown, where the file has it. */
  readonly isBlamed: boolean;
  /** Edits of the branch; null where it may not be edited. */
  readonly edits: FileEdits | null;
  readonly onAddress: ChangeAddress;
  /** Called once the file is read with whether the editor can open it. */
  readonly onText: (isText: boolean) => void;
  /** Elements of the page's head for the file's details and tools; null before they are drawn. */
  readonly slots: { readonly meta: HTMLElement | null; readonly tools: HTMLElement | null };
}

/** A file, shown by its kind. */
export function BlobView(props: BlobViewProps) {
  const { repository, path, entry, hash, rendered, isBlamed, edits, onAddress, onText, slots } = props;
  const [choice, setChoice] = useState<{
    readonly path: string;
    readonly encoding?: Encoding;
    readonly attempt: number;
  }>({ path, attempt: 0 });
  const { encoding, attempt } = choice.path === path ? choice : { encoding: undefined, attempt: 0 };
  const blob = useBlob(repository, path, entry.id, encoding, attempt);
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
  const parts = {
    repository,
    path,
    size,
    text: link ? null : open,
    onEncoding: (next: Encoding) => setChoice({ path, encoding: next, attempt }),
    blaming: source ? isBlamed : null,
    onBlaming: (blaming: boolean) => {
      // Of a document without blame the source stays.
      const mode = blaming ? "blame" : isDocument(path) ? "source" : null;
      onAddress(hash, mode);
    },
    onSymbols: source ? () => setNaming(true) : null,
    selected,
    onComment: hasLines ? comment.open : null,
  };
  return (
    <>
      {content.kind === "image" ? null : (
        <>
          {slots.meta ? createPortal(<FileMeta {...parts} />, slots.meta) : null}
          {slots.tools ? createPortal(<FileTools {...parts} />, slots.tools) : null}
        </>
      )}
      {source && isBlamed ? <BlameNote repository={repository} path={path} /> : null}
      {content.kind === "image" ? (
        <div className={repositoryStyles.image} {...shownFile(path)}>
          <Suspense>
            <ImageView repository={repository} url={content.url} path={path} size={size} svg={content.svg} />
          </Suspense>
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
              repository={repository}
              path={path}
              hash={hash}
              rendered={rendered}
              blaming={isBlamed}
              naming={source && naming}
              onNaming={setNaming}
              onComment={comment.open}
              onCursor={comment.onCursor}
              edits={edits}
              onAddress={onAddress}
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

/** Explains a pointer of Git LFS: the content itself is not in the repository. */
function LfsEntry({ pointer, text }: { readonly pointer: LfsPointer; readonly text: string }) {
  const [shown, setShown] = useState(false);
  if (shown) return <CodeView path="pointer.txt" text={text} label="Pointer" />;
  return (
    <EmptyState
      icon={HardDrive}
      title="Stored in Git LFS"
      description={
        <>
          The repository has a pointer to a file of {formatBytes(pointer.size)}, whose content is in Git LFS
          storage. Its SHA-256 is <code>{pointer.oid.slice(0, 16)}…</code>
          <CopyButton text={pointer.oid} label="Copy the content's hash" />
        </>
      }
      actions={<Button onClick={() => setShown(true)}>Show the pointer</Button>}
    />
  );
}

/** Explains a symbolic link and links to its target. */
function SymlinkEntry({
  repository,
  path,
  target,
}: {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  readonly target: string;
}) {
  // The target is a plain path: characters with a meaning in URLs are literal.
  const encoded = target.split("/").map(encodeURIComponent).join("/");
  const reference = resolveReference(folderOf(path), encoded);
  const inside = reference.kind === "file" && !target.startsWith("/");
  return (
    <EmptyState
      icon={FileSymlink}
      title="Symbolic link"
      description={
        <>
          It links to <code>{target}</code>
          {inside ? "." : ", which is outside of the repository."}
        </>
      }
      actions={
        inside ? (
          <Button asChild>
            <AppLink href={filesHref(repository, repository.ref, reference.path)}>
              Go to {reference.path || "the root"}
            </AppLink>
          </Button>
        ) : null
      }
    />
  );
}

interface LineComment {
  /** Opens the form of a comment on lines. */
  readonly open: (range: LineRange) => void;
  /** Called with the line that the cursor moved to. */
  readonly onCursor: (line: number) => void;
  readonly dialog: ReactNode;
}

/**
 * Returns what opens the form of a comment on lines of a file, and the form while it is open. Registers the command that
 * does so: on the selected lines, else on the line of the cursor where the file has one.
 */
function useLineComment(
  repository: RepositoryAtRef,
  path: string,
  selected: LineRange | null,
  hasCursor: boolean,
): LineComment {
  const [lines, setLines] = useState<CommentedLines | null>(null);
  const { commit } = repository;
  // The commit stays while the form is open, also where the branch moves on: the lines are its lines.
  const open = (range: LineRange) => setLines({ path, range, commit });
  const cursor = useRef({ path, line: 1 });
  const onCursor = (line: number) => {
    cursor.current = { path, line };
  };
  const atCursor = () => {
    const line = cursor.current.path === path ? cursor.current.line : 1;
    return { from: line, to: line };
  };
  const comment = {
    id: "repository.comment",
    title: selected ? commentTitle(selected) : "Comment on the current line",
    section: "Repository",
    icon: MessageSquarePlus,
    run: () => open(selected ?? atCursor()),
  };
  useRegisterCommands(selected || hasCursor ? [comment] : []);
  return {
    open,
    onCursor,
    dialog: lines ? (
      <LineCommentDialog repository={repository} lines={lines} onClose={() => setLines(null)} />
    ) : null,
  };
}

interface LineCommentDialogProps {
  readonly repository: RepositoryAtRef;
  readonly lines: CommentedLines;
  readonly onClose: () => void;
}

/** The form of a comment on lines of a file, which is sent to the shown commit. Its text is a draft on disk. */
function LineCommentDialog({ repository, lines, onClose }: LineCommentDialogProps) {
  const { account, project } = repository;
  const { path, range, commit } = lines;
  const write = useWrite(createCommitComment);
  const go = useGo();
  const sources = useReferenceSources(project);
  const short = commit.id.slice(0, 8);
  const send = async (text: string) => {
    await write({ id: project, sha: commit.id, ...lineComment(lines, text) });
    toast.success(`Comment added to commit ${short}`, {
      action: { label: "View", onSelect: () => go(commitHref(repository, commit.id)) },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={commentTitle(range)}
      description={
        <>
          <bdi>{path}</bdi> at commit <code>{short}</code>
        </>
      }
    >
      <NewComment
        draftKey={`file-comment ${JSON.stringify([account, project, commit.id, path, range.from, range.to])}`}
        sources={sources}
        onSend={send}
        onClose={onClose}
        autoFocus
      />
    </Dialog>
  );
}
