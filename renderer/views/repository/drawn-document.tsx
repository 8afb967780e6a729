import { NotebookView } from "../../ui/viewers/notebook-view.tsx";
import { TableView } from "../../ui/viewers/table-view.tsx";
import { highlightLines } from "../../workers/highlight/highlight-engine.ts";
import { readTableInWorker } from "../../workers/table/table-engine.ts";
import { documentKind } from "./document-kind.ts";
import { nameOf } from "./paths.ts";
import styles from "./repository.module.css";
import { RepositoryMarkdown } from "./repository-markdown.tsx";
import type { Repository } from "./use-repository.ts";

interface DrawnDocumentProps {
  readonly repository: Repository;
  readonly path: string;
  readonly text: string;
}

const focusable = { tabIndex: 0 };

/** A text file drawn as the document that it is: Markdown, a table, a notebook. */
export function DrawnDocument({ repository, path, text }: DrawnDocumentProps) {
  const label = nameOf(path);
  switch (documentKind(path)) {
    case "table":
      return <TableView text={text} label={label} parse={readTableInWorker} />;
    case "notebook":
      return (
        <NotebookView
          text={text}
          label={label}
          highlight={highlightLines}
          markdown={(source) => <RepositoryMarkdown repository={repository} path={path} text={source} />}
        />
      );
    default:
      return (
        <section className={styles.scroll} aria-label={label} {...focusable}>
          <div className={styles.document}>
            <RepositoryMarkdown repository={repository} path={path} text={text} />
          </div>
        </section>
      );
  }
}
