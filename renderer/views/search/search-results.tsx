import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { cx } from "../../ui/class-names.ts";
import { CodeLine } from "../../ui/code/code-line.ts";
import { FileIcon } from "../../ui/file-icon.tsx";
import flow from "../../ui/flow.module.css";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { useWidth } from "../../ui/use-width.ts";
import { VirtualList } from "../../ui/virtual-list.tsx";
import type { FileHits } from "../../workers/search/search.worker.ts";
import type { LineHit } from "../../workers/search/search-text.ts";
import styles from "./search.module.css";
import { nearFirstMatch, resultRows } from "./search-rows.ts";

interface ResultsProps {
  readonly files: readonly FileHits[];
  /** Another value scrolls back to the first result. */
  readonly scope: string;
  readonly onOpen: (path: string, line: number) => void;
}

/** Pixels of a character of code, and of what is beside a line: its number and the padding. */
const [characterWidth, besideCode] = [8, 96];

/** Files with their lines that match; a click on a file folds its lines. */
export function Results({ files, scope, onOpen }: ResultsProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [measure, width] = useWidth();
  const room = width === null ? Number.POSITIVE_INFINITY : Math.floor((width - besideCode) / characterWidth);
  return (
    <div ref={measure} className={flow.fillColumn}>
      <VirtualList
        label="Results"
        className={flow.fill ?? ""}
        items={resultRows(files, folded)}
        scope={scope}
        itemKey={(row) => row.key}
        rowHeight={(row) => (row.kind === "file" ? 30 : 22)}
        renderItem={(row) =>
          row.kind === "file" ? (
            <span className={styles.file}>
              <Icon of={folded.has(row.path) ? ChevronRight : ChevronDown} size={14} />
              <FileIcon name={row.path} />
              <span className={cx(layout.ellipsis, styles.path)}>{row.path}</span>
              <span className={layout.small}>{row.total}</span>
            </span>
          ) : (
            <Line hit={nearFirstMatch(row.hit, room)} />
          )
        }
        onOpen={(row) => {
          if (row.kind === "hit") return onOpen(row.path, row.hit.line);
          setFolded((now) =>
            now.has(row.path)
              ? new Set([...now].filter((path) => path !== row.path))
              : new Set([...now, row.path]),
          );
        }}
      />
    </div>
  );
}

const Line = ({ hit }: { readonly hit: LineHit }) => (
  <span className={styles.hit}>
    <span className={styles.number}>{hit.line}</span>
    <span className={styles.code}>
      <CodeLine text={hit.text} marks={hit.marks} markClass={layout.match} />
    </span>
  </span>
);
