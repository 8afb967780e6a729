import { type ReactNode, useEffect, useMemo, useState } from "react";
import { CopyableCode } from "../buttons/copy-button.tsx";
import { CodeLine } from "../code/code-line.ts";
import { VirtualList } from "../lists/virtual-list.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { RawText, reasonOf } from "../text/raw-text.tsx";
import styles from "./viewers.module.css";

type Lines = readonly (readonly { readonly length: number; readonly kind: string }[])[];

/** Output of a cell, shown without running anything. */
type Output =
  | { readonly kind: "text" | "error" | "note"; readonly text: string }
  | { readonly kind: "markdown"; readonly source: string }
  | { readonly kind: "image"; readonly url: string; readonly alt: string };

type Cell =
  | { readonly kind: "raw"; readonly source: string }
  | {
      readonly kind: "markdown";
      readonly source: string;
      /** Its text, and the pictures that are attached to it. */
      readonly parts: readonly Extract<Output, { kind: "markdown" | "image" }>[];
    }
  | {
      readonly kind: "code";
      readonly source: string;
      readonly count: number | null;
      readonly outputs: readonly Output[];
    };

type Notebook =
  | {
      /** Ending of files in its language, such as `.py`. */
      readonly extension: string;
      readonly cells: readonly Cell[];
    }
  | { readonly problem: string };

interface NotebookViewProps {
  readonly text: string;
  readonly label: string;
  /** Reads a notebook outside of the page's thread; or says why the text is none. */
  readonly read: (text: string, signal: AbortSignal) => Promise<Notebook>;
  /** Renders Markdown and the HTML in it, sanitised. */
  readonly markdown: (source: string) => ReactNode;
  /** Highlights code outside of the page's thread. */
  readonly highlight: (path: string, lines: readonly string[]) => Promise<Lines | null>;
}

/** A Jupyter notebook as it was saved: nothing of it is run, and only cells in view exist. */
export function NotebookView({ text, label, read, markdown, highlight }: NotebookViewProps) {
  const [notebook, setNotebook] = useState<Notebook>();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    setFailure(null);
    read(text, controller.signal).then(
      setNotebook,
      (error: unknown) => controller.signal.aborted || setFailure(reasonOf(error)),
    );
    return () => controller.abort();
  }, [text, read]);
  if (failure !== null) return <RawText what="The notebook" text={text} reason={failure} />;
  if (notebook === undefined) return <Skeleton lines={12} label="Loading the notebook" />;
  if ("problem" in notebook) return <RawText what="The notebook" text={text} reason={notebook.problem} />;
  return (
    <section className={styles.notebook} aria-label={`Notebook ${label}`}>
      <VirtualList
        label={`Cells of ${label}`}
        role="list"
        items={notebook.cells}
        itemKey={(_, index) => index}
        rowHeight={estimateHeight}
        measure
        renderItem={(cell) => (
          <NotebookCell {...{ cell, markdown, highlight }} path={`cell${notebook.extension}`} />
        )}
      />
    </section>
  );
}

/** Returns the estimated height of a cell in pixels, used until it is measured. */
function estimateHeight(cell: Cell): number {
  const source = cell.source.split("\n", 200).length * 20 + 30;
  if (cell.kind !== "code") return source;
  return cell.outputs.reduce((sum, { kind }) => sum + (kind === "image" ? 300 : 60), source);
}

interface NotebookCellProps extends Pick<NotebookViewProps, "markdown" | "highlight"> {
  readonly cell: Cell;
  readonly path: string;
}

function NotebookCell({ cell, path, markdown, highlight }: NotebookCellProps) {
  if (cell.kind !== "code") {
    return cell.kind === "markdown" ? (
      <div className={styles.prose}>
        {cell.parts.map((part, i) => (
          <CellOutput key={String(i)} output={part} markdown={markdown} />
        ))}
      </div>
    ) : (
      <pre className={styles.output}>{cell.source}</pre>
    );
  }
  return (
    <div className={styles.codeCell}>
      <span className={styles.count}>[{cell.count ?? " "}]</span>
      <div className={styles.codeBody}>
        <Code source={cell.source} path={path} highlight={highlight} />
        {cell.outputs.map((output, i) => (
          // Outputs have no ids; a changed notebook is another document.
          <CellOutput key={String(i)} output={output} markdown={markdown} />
        ))}
      </div>
    </div>
  );
}

function CellOutput({ output, markdown }: { readonly output: Output } & Pick<NotebookViewProps, "markdown">) {
  switch (output.kind) {
    case "image":
      return <img className={styles.picture} src={output.url} alt={output.alt.slice(0, 200)} />;
    case "markdown":
      return <div className={styles.drawnOutput}>{markdown(output.source)}</div>;
    default:
      return (
        <pre className={styles.output} data-kind={output.kind}>
          {output.text}
        </pre>
      );
  }
}

function Code({
  source,
  path,
  highlight,
}: { readonly source: string; readonly path: string } & Pick<NotebookViewProps, "highlight">) {
  const lines = useMemo(() => source.split("\n"), [source]);
  const [tokens, setTokens] = useState<Lines | null>(null);
  useEffect(() => {
    let canceled = false;
    highlight(path, lines).then(
      (found) => canceled || setTokens(found),
      () => undefined,
    );
    return () => {
      canceled = true;
    };
  }, [path, lines, highlight]);
  return (
    <CopyableCode text={() => source}>
      <pre className={styles.source}>
        {lines.map((line, i) => (
          <div key={String(i)}>
            <CodeLine text={line} tokens={tokens?.[i]} />
            {line === "" ? "\n" : null}
          </div>
        ))}
      </pre>
    </CopyableCode>
  );
}
