import { listCommits } from "../../../shared/api/commits.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../ui/badge.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Select } from "../../ui/select.tsx";
import type { Encoding } from "../../workers/text/detect-text.ts";
import type { OpenText } from "../../workers/text/text-engine.ts";
import { AppAnchor } from "./app-anchor.tsx";
import { sizeText } from "./paths.ts";
import styles from "./repository.module.css";
import { commitHref } from "./repository-hrefs.ts";
import type { Repository } from "./use-repository.ts";

interface BlobFactsProps {
  readonly repository: Repository;
  readonly path: string;
  readonly size: number;
  readonly executable: boolean;
  readonly text: OpenText | null;
  readonly onEncoding: (encoding: Encoding) => void;
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
export function BlobFacts({ repository, path, size, executable, text, onEncoding }: BlobFactsProps) {
  const last = useOperation(
    listCommits,
    { id: repository.project, ref_name: repository.commit.id, path, per_page: 1 },
    { staleTime: Number.POSITIVE_INFINITY },
  ).data?.[0];
  return (
    <div className={styles.facts}>
      <span className={styles.lastCommit}>
        {last ? (
          <>
            {last.author_name}: <AppAnchor href={commitHref(repository, last.id)}>{last.title}</AppAnchor>{" "}
            <RelativeTime time={last.committed_date ?? last.created_at ?? 0} />
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
