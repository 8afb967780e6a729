import { useEffect, useState } from "react";
import { documentKind } from "../../../features/file-preview/document-kind.ts";
import { nameOf } from "../../../features/repository/paths.ts";
import { RepositoryMarkdown } from "../../../features/repository/repository-markdown.tsx";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { NotebookView } from "../../../ui/viewers/notebook-view.tsx";
import { TableView } from "../../../ui/viewers/table-view.tsx";
import { highlightLines } from "../../../workers/highlight/highlight-engine.ts";
import { readNotebookInWorker } from "../../../workers/notebook/notebook-engine.ts";
import { openTable } from "../../../workers/table/table-engine.ts";
import type { OpenText } from "../../../workers/text/text-engine.ts";
import repositoryStyles from "../repository.module.css";
import styles from "./file.module.css";

interface RenderedDocumentProps {
  readonly repository: Repository;
  readonly path: string;
  readonly text: string;
}

interface LargeDocumentProps extends Omit<RenderedDocumentProps, "text"> {
  readonly open: OpenText;
}

/** A document that is too long for the editor, rendered once its whole text is read. */
export function LargeDocument({ open, ...document }: LargeDocumentProps) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void open.readText().then((whole) => gone || setText(whole));
    return () => {
      gone = true;
    };
  }, [open]);
  return text === null ? (
    <Skeleton lines={12} label="Loading the document" />
  ) : (
    <RenderedDocument {...document} text={text} />
  );
}

const focusable = { tabIndex: 0 };

/** A text file rendered by its kind: Markdown, a table, a notebook. */
export function RenderedDocument({ repository, path, text }: RenderedDocumentProps) {
  const label = nameOf(path);
  switch (documentKind(path)) {
    case "table":
      return <TableView text={text} label={label} open={openTable} />;
    case "notebook":
      return (
        <NotebookView
          text={text}
          label={label}
          read={readNotebookInWorker}
          highlight={highlightLines}
          markdown={(source) => <RepositoryMarkdown repository={repository} path={path} text={source} />}
        />
      );
    default:
      return (
        <section className={repositoryStyles.scroll} aria-label={label} {...focusable}>
          <div className={styles.document}>
            <RepositoryMarkdown repository={repository} path={path} text={text} />
          </div>
        </section>
      );
  }
}
