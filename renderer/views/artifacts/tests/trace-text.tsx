import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { type FileReference, fileReferences } from "../../../features/file-index/file-references.ts";
import { type CommitTree, inTree } from "../../../features/file-index/in-tree.ts";
import { resolveFiles } from "../../../workers/files/files-engine.ts";
import styles from "./tests.module.css";

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
  const paths = useResolved(tree, references);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [index, { from, to, line }] of references.entries()) {
    const path = paths[index];
    if (!path || !tree) continue;
    parts.push(text.slice(at, from));
    parts.push(
      <Link
        key={from}
        to="/a/$account/p/$project/files"
        params={{ account: tree.account, project: tree.project }}
        search={{ ref: tree.commit, path }}
        hash={`L${line}`}
        className={styles.reference}
        title={`${path}, line ${line}`}
      >
        {text.slice(from, to)}
      </Link>,
    );
    at = to;
  }
  parts.push(text.slice(at));
  return (
    <section className={styles.trace} aria-label={label} {...focusable}>
      <pre>{parts}</pre>
    </section>
  );
}

/** Returns the repository's file for each reference, null for what is none of its files. */
function useResolved(
  tree: CommitTree | null,
  references: readonly FileReference[],
): readonly (string | null)[] {
  const paths = references.map(({ path }) => path);
  const { data } = useQuery({
    queryKey: ["resolved-files", tree, paths],
    queryFn: ({ signal }) =>
      tree ? inTree(tree, (name) => resolveFiles(name, paths, signal)) : Promise.resolve(null),
    enabled: tree !== null && paths.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  return data ?? [];
}
