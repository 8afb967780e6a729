import { FileDiff, X } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import { RepositoryMarkdown } from "../../features/repository/repository-markdown.tsx";
import type { Repository } from "../../features/repository/use-repository.ts";
import { type EditScope, useEditSession } from "../../state/edits.ts";
import { type Change, changeAt } from "../../state/pending-changes.ts";
import { cx } from "../../ui/class-names.ts";
import { DiffView } from "../../ui/diff/diff-view.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import styles from "./edit.module.css";
import { EditPane } from "./edit-pane.tsx";
import { useChangeDiffs } from "./use-change-diffs.ts";
import { useEditBase } from "./use-edit-base.ts";

interface SidePaneProps {
  readonly scope: EditScope;
  readonly path: string;
  readonly beside: "preview" | "changes" | "file";
  /** Path of the other file, where one is beside the editor. */
  readonly other: string;
  readonly repository: Repository | null;
  readonly onClose: () => void;
}

/** Pane beside an editor: its document as it will be rendered, its changes, or another file. */
export function SidePane({ scope, path, beside, other, repository, onClose }: SidePaneProps) {
  const close = <IconButton size="s" label="Close split" icon={X} onClick={onClose} />;
  if (beside === "file") return <EditPane key={other} scope={scope} path={other} toggle={null} end={close} />;
  return (
    <section className={layout.page} aria-label={beside === "preview" ? "Preview" : "Changes of this file"}>
      <div className={styles.toolbar}>
        <h2 className={styles.besideTitle}>{beside === "preview" ? "Preview" : "Changes"}</h2>
        <span className={flow.grow} />
        {close}
      </div>
      {beside === "changes" ? (
        <FileChanges scope={scope} path={path} />
      ) : repository ? (
        <Preview scope={scope} path={path} repository={repository} />
      ) : null}
    </section>
  );
}

const focusable = { tabIndex: 0 };

/** The edited document, rendered as one types. */
function Preview({
  scope,
  path,
  repository,
}: Pick<SidePaneProps, "scope" | "path"> & { readonly repository: Repository }) {
  const base = useEditBase(scope, path);
  const change = changeAt(useEditSession(scope)?.changes ?? [], path);
  const draft = change?.content?.kind === "text" ? change.content.text : base.data?.text;
  const text = useDeferredValue(draft ?? "");
  return (
    <section className={cx(flow.fillScroll, styles.preview)} aria-label={`Preview of ${path}`} {...focusable}>
      <RepositoryMarkdown repository={repository} path={path} text={text} />
    </section>
  );
}

const none: readonly Change[] = [];

/** The pending change of one file as a diff. */
function FileChanges({ scope, path }: Pick<SidePaneProps, "scope" | "path">) {
  const session = useEditSession(scope);
  const change = changeAt(session?.changes ?? none, path);
  const changes = useMemo(() => (change ? [change] : none), [change]);
  const { files, failure, retry } = useChangeDiffs(scope, changes);
  if (!change)
    return (
      <EmptyState icon={FileDiff} title="No changes" description="Your edits appear here as you type." />
    );
  if (failure) return <ErrorState {...describeProblem(failure)} onRetry={retry} />;
  if (!files) return <Skeleton lines={6} label="Comparing" />;
  return (
    <div className={layout.list}>
      <DiffView label={`Changes of ${path}`} files={files} engine={diffEngine} mode="unified" />
    </div>
  );
}
