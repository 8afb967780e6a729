import { History } from "lucide-react";
import { listCommits } from "../../../shared/api/commits.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Select } from "../../ui/select.tsx";
import type { Encoding } from "../../workers/text/detect-text.ts";
import type { OpenText } from "../../workers/text/text-engine.ts";
import { AppAnchor } from "./app-anchor.tsx";
import { sizeText } from "./paths.ts";
import styles from "./repository.module.css";
import { commitHref } from "./repository-hrefs.ts";
import { useLineOrigins } from "./use-line-origins.ts";
import type { Repository } from "./use-repository.ts";

interface BlobFactsProps {
  readonly repository: Repository;
  readonly path: string;
  readonly size: number;
  readonly executable: boolean;
  readonly text: OpenText | null;
  readonly onEncoding: (encoding: Encoding) => void;
  /** Whether each line tells its last change; null where it cannot. */
  readonly blaming: boolean | null;
  readonly onBlaming: (blaming: boolean) => void;
  /** Line that is chosen, whose last change is told while lines tell theirs. */
  readonly line: number | null;
}

const encodings: readonly { readonly value: Encoding; readonly label: string }[] = [
  { value: "utf-8", label: "UTF-8" },
  { value: "utf-8-bom", label: "UTF-8 with mark" },
  { value: "utf-16le", label: "UTF-16 LE" },
  { value: "utf-16be", label: "UTF-16 BE" },
  { value: "windows-1252", label: "Latin-1" },
];

const endings = { LF: "LF", CRLF: "CRLF", CR: "CR", mixed: "mixed line ends", none: "one line" } as const;

/** One line about a file: who touched it last, how long it is, how it is written. */
export function BlobFacts(props: BlobFactsProps) {
  const { repository, path, size, executable, text, onEncoding, blaming, onBlaming, line } = props;
  const origins = useLineOrigins(repository, path, blaming === true);
  const last = useOperation(
    listCommits,
    { id: repository.project, ref_name: repository.commit.id, path, per_page: 1 },
    { staleTime: Number.POSITIVE_INFINITY },
  ).data?.[0];
  const chosen = blaming && line ? origins.data?.commits[line - 1] : undefined;
  const told = chosen ?? last;
  return (
    <div className={styles.facts}>
      <span className={styles.lastCommit}>
        {told ? (
          <>
            {chosen ? `Line ${line}, ` : ""}
            {told.author_name}: <AppAnchor href={commitHref(repository, told.id)}>{told.title}</AppAnchor>{" "}
            <RelativeTime time={told.committed_date ?? told.created_at ?? 0} />
          </>
        ) : null}
      </span>
      {executable ? <Badge title="Mode 100755">executable</Badge> : null}
      {text ? (
        <>
          <span>{text.lines.toLocaleString()} lines</span>
          <span>{endings[text.lineEnding]}</span>
        </>
      ) : null}
      <span>{sizeText(size)}</span>
      {blaming === null ? null : (
        <Button
          size="s"
          variant="ghost"
          icon={History}
          aria-pressed={blaming}
          loading={blaming && origins.isFetching}
          onClick={() => onBlaming(!blaming)}
        >
          Last changes
        </Button>
      )}
      {text?.encoding ? (
        <Select
          label="Encoding"
          hideLabel
          size="s"
          value={text.encoding}
          onChange={onEncoding}
          options={encodings}
        />
      ) : null}
    </div>
  );
}
