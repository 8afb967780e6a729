import { type ReactNode, useMemo } from "react";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { fileReferences } from "../../../features/file-index/file-references.ts";
import type { CommitTree } from "../../../features/file-index/in-tree.ts";
import { useResolvedFiles } from "../../../features/file-index/use-resolved-files.ts";
import traceStyles from "./trace-text.module.css";

interface TraceTextProps {
  readonly text: string;
  readonly label: string;
  /** Files of the commit that was tested; null where it is not known. */
  readonly tree: CommitTree | null;
}

const focusable = { tabIndex: 0 };

/** A stack trace or output whose files lead into the repository at the commit that was tested. */
export function TraceText({ text, label, tree }: TraceTextProps) {
  const references = useMemo(() => fileReferences(text), [text]);
  const paths = useResolvedFiles(
    tree,
    references.map(({ path }) => path),
  );
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [index, { from, to, line }] of references.entries()) {
    const path = paths[index];
    if (!path || !tree) continue;
    parts.push(text.slice(at, from));
    parts.push(
      <AppLink
        key={from}
        href={hrefs.project(tree.account, tree.project, "files", { ref: tree.commit, path }, `L${line}`)}
        className={traceStyles.reference}
        title={`${path}, line ${line}`}
      >
        {text.slice(from, to)}
      </AppLink>,
    );
    at = to;
  }
  parts.push(text.slice(at));
  return (
    <section className={traceStyles.trace} aria-label={label} {...focusable}>
      <pre>{parts}</pre>
    </section>
  );
}

interface SourceLinkProps {
  readonly file: string;
  readonly line: number | null;
  readonly tree: CommitTree | null;
}

/** The source file of a test, as a link where the repository has it at the commit that was tested. */
export function SourceLink({ file, line, tree }: SourceLinkProps) {
  const [path] = useResolvedFiles(tree, [file]);
  const text = line === null ? file : `${file}:${line}`;
  if (!path || !tree) return <code>{text}</code>;
  return (
    <AppLink
      href={hrefs.project(
        tree.account,
        tree.project,
        "files",
        { ref: tree.commit, path },
        line === null ? "" : `L${line}`,
      )}
      className={traceStyles.reference}
    >
      <code>{text}</code>
    </AppLink>
  );
}
