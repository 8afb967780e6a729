import { ListTree, MessageSquarePlus, UserRoundSearch } from "lucide-react";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { type Encoding, encodings } from "../../../../shared/text/encoding/encodings.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { type BlameCommit, useBlame } from "../../../features/blame/blame-runs.ts";
import { commitHref } from "../../../features/repository/repository-hrefs.ts";
import type { RepositoryAtRef } from "../../../features/repository/use-repository.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import type { LineRange } from "../../../ui/code/line-range.ts";
import { Select } from "../../../ui/forms/select.tsx";
import { Avatar } from "../../../ui/marks/avatar.tsx";
import { formatBytes } from "../../../ui/values/format-bytes.ts";
import { RelativeTime } from "../../../ui/values/time.tsx";
import type { OpenText } from "../../../workers/text/text-engine.ts";
import styles from "./file.module.css";
import { commentTitle } from "./line-comment.ts";

interface FileBarProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  readonly size: number;
  readonly text: OpenText | null;
  readonly onEncoding: (encoding: Encoding) => void;
  /** Whether blame is shown; null where the file has none. */
  readonly blaming: boolean | null;
  readonly onBlaming: (blaming: boolean) => void;
  /** Opens the search for symbols; null where the file has none. */
  readonly onSymbols: (() => void) | null;
  /** Selected lines; the commit of the first one is shown together with blame. */
  readonly selected: LineRange | null;
  /** Opens the form of a comment on the selected lines; null where the file has no lines. */
  readonly onComment: ((range: LineRange) => void) | null;
}

const encodingNames: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  "utf-8-bom": "UTF-8 with BOM",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Latin-1",
  "windows-1250": "Central European (Windows)",
  "iso-8859-2": "Latin-2 (ISO 8859-2)",
  "windows-1251": "Cyrillic (Windows)",
  "koi8-r": "Cyrillic (KOI8-R)",
  "koi8-u": "Cyrillic (KOI8-U)",
  "iso-8859-5": "Cyrillic (ISO 8859-5)",
  ibm866: "Cyrillic (DOS)",
  "windows-1253": "Greek (Windows)",
  "iso-8859-7": "Greek (ISO 8859-7)",
  "windows-1254": "Turkish (Windows)",
  "windows-1255": "Hebrew (Windows)",
  "windows-1256": "Arabic (Windows)",
  "windows-1257": "Baltic (Windows)",
  "windows-874": "Thai (Windows)",
  shift_jis: "Japanese (Shift JIS)",
  "euc-jp": "Japanese (EUC)",
  "iso-2022-jp": "Japanese (ISO 2022)",
  gb18030: "Chinese (GB 18030)",
  big5: "Chinese (Big5)",
  "euc-kr": "Korean (EUC)",
};
const encodingOptions = encodings.map((value) => ({ value, label: encodingNames[value] }));

const endings = { LF: "LF", CRLF: "CRLF", CR: "CR", mixed: "mixed line endings" } as const;

const countLines = (lines: number): string => (lines === 1 ? "1 line" : `${lines.toLocaleString()} lines`);

/** Facts about a file in its head: its last commit and its length. */
export function FileMeta(props: FileBarProps) {
  const { size, text } = props;
  return (
    <>
      <FileCommit {...props} />
      {text ? (
        <>
          <span>{size === 0 ? "Empty file" : countLines(text.lines)}</span>
          {text.lineEnding === "none" ? null : <span>{endings[text.lineEnding]}</span>}
        </>
      ) : null}
      <span title={`${size.toLocaleString()} bytes`}>{formatBytes(size)}</span>
    </>
  );
}

/** The tools of a file in the head of its page. */
export function FileTools(props: FileBarProps) {
  const { text, onEncoding, blaming, onSymbols, selected, onComment } = props;
  return (
    <>
      {selected && onComment ? <CommentButton selected={selected} onComment={onComment} /> : null}
      {onSymbols ? <IconButton size="s" label="Symbols" icon={ListTree} onClick={onSymbols} /> : null}
      {blaming === null ? null : <BlameButton {...props} />}
      {text?.encoding ? (
        <Select
          label="Encoding"
          hideLabel
          size="s"
          value={text.encoding}
          onChange={onEncoding}
          options={encodingOptions}
        />
      ) : null}
    </>
  );
}

/** The last commit of the file, or of the selected line while blame is shown. */
function FileCommit({ repository, path, blaming, selected }: FileBarProps) {
  const line = selected?.from;
  const blame = useBlame(repository, path, blaming === true);
  const chosen = blaming && line ? blame.data?.commits[line - 1] : undefined;
  return (
    <LastCommit
      repository={repository}
      path={path}
      line={line && chosen ? { number: line, commit: chosen } : undefined}
    />
  );
}

/** Shows and hides blame. */
function BlameButton({ repository, path, blaming, onBlaming }: FileBarProps) {
  const blame = useBlame(repository, path, blaming === true);
  return (
    <IconButton
      size="s"
      label="Blame"
      icon={UserRoundSearch}
      pressed={blaming === true}
      loading={blaming === true && blame.isFetching}
      onClick={() => onBlaming(!blaming)}
    />
  );
}

/** Explains missing or computed blame. */
export function BlameNote({ repository, path }: Pick<FileBarProps, "repository" | "path">) {
  const { data: blame, error } = useBlame(repository, path, true);
  if (error) {
    return (
      <p role="alert" className={styles.note}>
        {describeProblem(error).message}
      </p>
    );
  }
  if (blame === undefined || blame?.source === "service") return null;
  return (
    <p role="status" className={styles.note}>
      {blame === null
        ? "Blame is not available: this service has none, and the file's history is too long or too branched to compute it."
        : "Computed from the file's history: this service has no blame."}
    </p>
  );
}

interface CommentButtonProps {
  readonly selected: LineRange;
  readonly onComment: (range: LineRange) => void;
}

/** Comments the selected lines. */
function CommentButton({ selected: { from, to }, onComment }: CommentButtonProps) {
  return (
    <Button
      size="s"
      variant="ghost"
      icon={MessageSquarePlus}
      aria-label={commentTitle({ from, to })}
      onClick={() => onComment({ from, to })}
    >
      Comment
    </Button>
  );
}

interface LastCommitProps
  extends Optional<{
    /** Number of a line, from 1, and the commit that last changed it; shown instead of the file's last commit. */
    line: { readonly number: number; readonly commit: BlameCommit };
  }> {
  readonly repository: RepositoryAtRef;
  readonly path: string;
}

/** The last commit of a file or of a line: its author, title and time. */
export function LastCommit({ repository, path, line }: LastCommitProps) {
  const last = useOperation(
    listCommits,
    { id: repository.project, ref_name: repository.commit.id, path, per_page: 1 },
    { staleTime: Number.POSITIVE_INFINITY },
  ).data?.[0];
  const commit =
    line?.commit ??
    (last && {
      id: last.id,
      title: last.title,
      author: last.author_name,
      time: last.committed_date ?? last.created_at ?? "",
    });
  // Has its line before it is read.
  if (!commit) return <span className={styles.commit} />;
  const { author, title } = commit;
  return (
    <span className={styles.commit} title={`${author}: ${title}`}>
      {/* The same link as the title, which has no room beside it in a narrow head. */}
      <AppLink href={commitHref(repository, commit.id)} tabIndex={-1} aria-hidden="true">
        <Avatar name={author} size={18} />
      </AppLink>
      <span className={styles.commitText}>
        {line ? `Line ${line.number}, ` : ""}
        {author}: <AppLink href={commitHref(repository, commit.id)}>{title}</AppLink> ·{" "}
        <RelativeTime time={commit.time} />
      </span>
    </span>
  );
}
