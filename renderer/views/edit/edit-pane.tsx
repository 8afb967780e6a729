import { FileSymlink, FileX } from "lucide-react";
import type { ReactNode } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { writeFile } from "../../features/pending-edits/write-file.ts";
import type { EditScope } from "../../state/edits.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { pickFiles } from "../../ui/pick-files.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./edit.module.css";
import { Editor } from "./editor.tsx";
import type { SidePaneContent } from "./editor-tools.tsx";
import { useEditBase } from "./use-edit-base.ts";

interface EditPaneProps {
  readonly scope: EditScope;
  readonly path: string;
  /** Shows and hides the tree; null in a second pane. */
  readonly toggle: ReactNode;
  readonly beside?: SidePaneContent | "file" | undefined;
  readonly onBeside?: (beside: SidePaneContent | undefined) => void;
  readonly besidePane?: ReactNode;
  /** At the end of the tool bar, instead of the way to the commit. */
  readonly end?: ReactNode;
}

/** A file of a branch in an editor, or why it cannot be edited. */
export function EditPane({ scope, path, ...tools }: EditPaneProps) {
  const base = useEditBase(scope, path);
  if (base.error) return <ErrorState {...describeProblem(base.error)} onRetry={() => void base.refetch()} />;
  if (!base.data) {
    return (
      <div className={layout.padded}>
        <Skeleton lines={10} label="Loading the file" />
      </div>
    );
  }
  const { data } = base;
  if (data.text === null) return <NotText reason={data.reason} scope={scope} path={path} tools={tools} />;
  const { text, encoding } = data;
  return <Editor key={path} {...{ scope, path, text, encoding }} base={data} {...tools} />;
}

/** Offers another file for one that the editor cannot open. */
function NotText({
  scope,
  path,
  reason,
  tools,
}: Pick<EditPaneProps, "scope" | "path"> & {
  readonly reason: string;
  readonly tools: Pick<EditPaneProps, "toggle" | "end">;
}) {
  const { account, project, branch } = scope;
  const replace = async () => {
    const [file] = await pickFiles();
    if (!file) return;
    try {
      await writeFile(scope, path, file);
      toast.success(`${path} replaced with ${file.name} in pending changes`);
    } catch (error) {
      toast.error(`${path} was not changed`, { description: describeProblem(error).message });
    }
  };
  return (
    <div className={layout.page}>
      <div className={styles.toolbar}>
        {tools.toggle}
        <bdi className={cx(layout.ellipsis, styles.fileName)}>{path}</bdi>
        <span className={flow.grow} />
        {tools.end}
      </div>
      <EmptyState
        icon={FileX}
        title="This file cannot be edited as text"
        description={`${reason} Replace it with a file from this computer.`}
        actions={
          <>
            <Button variant="primary" icon={FileSymlink} onClick={() => void replace()}>
              Replace file…
            </Button>
            <Button asChild>
              <AppLink href={hrefs.project(account, project, "files", { ref: branch, path })}>
                View file
              </AppLink>
            </Button>
            <Button asChild>
              <AppLink href={hrefs.project(account, project, "changes", { ref: branch })}>
                Review and commit
              </AppLink>
            </Button>
          </>
        }
      />
    </div>
  );
}
