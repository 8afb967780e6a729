import { FileWarning } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { CodeLine } from "../code/code-line.tsx";
import { EmptyState } from "../empty-state.tsx";
import { type Cell, readNotebook } from "./notebook.ts";
import styles from "./viewers.module.css";

type Lines = readonly (readonly { readonly length: number; readonly kind: string }[])[];

interface NotebookViewProps {
  readonly text: string;
  readonly label: string;
  /** Draws Markdown. */
  readonly markdown: (source: string) => ReactNode;
  /** Colours code outside of the page's thread. */
  readonly highlight: (path: string, lines: readonly string[]) => Promise<Lines | null>;
}

/** A Jupyter notebook as it was saved: nothing of it is run. */
export function NotebookView({ text, label, markdown, highlight }: NotebookViewProps) {
  const notebook = useMemo(() => readNotebook(text), [text]);
  if (!notebook) {
    return (
      <EmptyState
        icon={FileWarning}
        title="Not a notebook of format 4"
        description="Look at its source instead."
      />
    );
  }
  return (
    <section className={styles.notebook} aria-label={`Notebook ${label}`} {...focusable}>
      {notebook.cells.map((cell, i) => (
        // Cells have no names; a notebook that changed is another document.
        <NotebookCell key={String(i)} {...{ cell, markdown, highlight }} path={`cell${notebook.extension}`} />
      ))}
    </section>
  );
}

const focusable = { tabIndex: 0 };

interface NotebookCellProps extends Pick<NotebookViewProps, "markdown" | "highlight"> {
  readonly cell: Cell;
  readonly path: string;
}

function NotebookCell({ cell, path, markdown, highlight }: NotebookCellProps) {
  if (cell.kind !== "code") {
    return cell.kind === "markdown" ? (
      <div className={styles.prose}>{markdown(cell.source)}</div>
    ) : (
      <pre className={styles.output}>{cell.source}</pre>
    );
  }
  return (
    <div className={styles.codeCell}>
      <span className={styles.count}>[{cell.count ?? " "}]</span>
      <div className={styles.codeBody}>
        <Code source={cell.source} path={path} highlight={highlight} />
        {cell.outputs.map((output, i) =>
          output.kind === "image" ? (
            <img key={String(i)} className={styles.picture} src={output.url} alt={output.alt.slice(0, 200)} />
          ) : (
            <pre key={String(i)} className={styles.output} data-kind={output.kind}>
              {output.text}
            </pre>
          ),
        )}
      </div>
    </div>
  );
}

function Code({
  source,
  path,
  highlight,
}: { readonly source: string; readonly path: string } & Pick<NotebookViewProps, "highlight">) {
  const lines = useMemo(() => source.split("\n"), [source]);
  const [tokens, setTokens] = useState<Lines | null>(null);
  useEffect(() => {
    let gone = false;
    highlight(path, lines).then(
      (found) => gone || setTokens(found),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [path, lines, highlight]);
  return (
    <pre className={styles.source}>
      {lines.map((line, i) => (
        <div key={String(i)}>
          <CodeLine text={line} tokens={tokens?.[i]} />
          {line === "" ? "\n" : null}
        </div>
      ))}
    </pre>
  );
}
