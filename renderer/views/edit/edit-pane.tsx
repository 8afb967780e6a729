import { FileSymlink, FileX } from "lucide-react";
import type { ReactNode } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { writeFile } from "../../features/pending-edits/write-file.ts";
import type { EditScope } from "../../state/edits.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { pickFiles } from "../../ui/forms/pick-files.ts";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import styles from "./edit.module.css";
import { Editor, type SidePaneContent, useEditBase } from "./editor.tsx";

interface EditPaneProps
  extends Optional<{
    beside: SidePaneContent | "file";
    /** A line of the editor to go to. */
    target: { readonly line: number };
  }> {
  readonly scope: EditScope;
  readonly path: string;
  /** Shows and hides the tree; null in a second pane. */
  readonly toggle: ReactNode;
  readonly onBeside?: (beside: SidePaneContent | undefined) => void;
  readonly besidePane?: ReactNode;
  /** At the end of the tool bar, instead of the way to the commit. */
  readonly end?: ReactNode;
}

/** A file of a branch in an editor, or why it cannot be edited. */
export function EditPane({ scope, path, ...tools }: EditPaneProps) {
  const base = useEditBase(scope, path);
  if (!base.data) {
    return (
      <div className={layout.page}>
        {tools.end ? null : <EditHead toggle={tools.toggle} />}
        {base.error ? (
          <ErrorState {...describeProblem(base.error)} onRetry={() => void base.refetch()} />
        ) : (
          <div className={layout.padded}>
            <Skeleton lines={10} label="Loading the file" />
          </div>
        )}
      </div>
    );
  }
  const { data } = base;
  if (data.text === null) return <NotText reason={data.reason} scope={scope} path={path} tools={tools} />;
  const { text, encoding } = data;
  return <Editor key={path} {...{ scope, path, text, encoding }} base={data} {...tools} />;
}

/** The head while there is no editor. */
export const EditHead = ({ toggle }: Pick<EditPaneProps, "toggle">) => (
  <PageHeader mark={toggle} title={<VisuallyHidden>Editing</VisuallyHidden>} />
);

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
      {tools.end ? (
        <div className={styles.toolbar}>
          <bdi className={cx(layout.ellipsis, styles.fileName)}>{path}</bdi>
          {tools.end}
        </div>
      ) : (
        <PageHeader mark={tools.toggle} title={<bdi>{path}</bdi>} />
      )}
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
