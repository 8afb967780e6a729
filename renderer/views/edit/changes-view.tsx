import {
  FileDiff,
  FileInput,
  FileMinus,
  FilePlus,
  Pencil,
  PencilLine,
  ShieldCheck,
  Trash2,
  Undo2,
} from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { branchOf } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { useDiffLanguages } from "../../features/attributes/use-file-attributes.ts";
import { discardWithUndo } from "../../features/pending-edits/pending-files.tsx";
import { useDiffLook } from "../../features/preferences/save-preferences.ts";
import {
  type Change,
  type ChangeKind,
  changeKind,
  type EditScope,
  type EditSession,
  endSession,
  restoreSession,
  useEditSession,
  useEdits,
} from "../../state/edits.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { DiffView, type DiffViewHandle } from "../../ui/diff/diff-view.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import { CommitForm } from "./commit-form.tsx";
import { ConflictList } from "./conflict-list.tsx";
import styles from "./edit.module.css";
import type { BranchConflict } from "./examine-branch.ts";
import { useChangeDiffs } from "./use-change-diffs.ts";

const changesSearch = { ref: anyText };

/** All pending changes of a branch: their diffs, conflicts with newer commits, and the commit form. */
export function ChangesView() {
  const { account, project } = useProjectRoute();
  const [{ ref }] = useAddressSearch(changesSearch);
  const details = useOperation(getProject, { id: project });
  const branch = ref === undefined ? (details.data?.default_branch ?? null) : branchOf(ref);
  const loaded = useEdits((state) => state.loaded);
  const scope = useMemo(
    () => (branch === null ? null : { account, project, branch }),
    [account, project, branch],
  );
  const session = useEditSession(scope);
  if (!loaded || (branch === null && details.isPending)) {
    return (
      <div className={layout.padded}>
        <Skeleton lines={6} height={22} label="Loading the pending changes" />
      </div>
    );
  }
  if (!scope || !session || session.changes.length === 0) {
    return (
      <div className={layout.page}>
        <PageHeader title="Pending changes" icon={PencilLine} />
        <EmptyState
          icon={PencilLine}
          title="No pending changes"
          description="Your edits collect here until you commit them."
          actions={
            <Button asChild variant="primary">
              <AppLink href={hrefs.project(account, project, "files", branch ? { ref: branch } : {})}>
                Browse files
              </AppLink>
            </Button>
          }
        />
      </div>
    );
  }
  return <Pending scope={scope} session={session} />;
}

function Pending({ scope, session }: { readonly scope: EditScope; readonly session: EditSession }) {
  const diffs = useChangeDiffs(scope, session.changes);
  const attributes = useDiffLanguages(scope.project, session.head);
  const look = useDiffLook();
  const view = useRef<DiffViewHandle>(null);
  const [conflicts, setConflicts] = useState<readonly BranchConflict[]>([]);

  const discard = (change: Change) => {
    discardWithUndo(scope, change.id);
    setConflicts((open) => open.filter((conflict) => conflict.change.id !== change.id));
  };
  const discardAll = () => {
    endSession(scope);
    toast.discarded(`all changes on ${scope.branch} of ${nameOf(scope.project)}`, () =>
      restoreSession(session),
    );
  };

  return (
    <SplitPane
      label="Commit"
      fixed="second"
      defaultSize={340}
      min={280}
      first={
        <div className={layout.page}>
          <PageHeader
            title="Pending changes"
            icon={PencilLine}
            meta={
              <>
                on <code>{scope.branch}</code>
              </>
            }
            actions={
              <Button variant="ghost" icon={Trash2} onClick={discardAll}>
                Discard all
              </Button>
            }
          />
          {conflicts.length > 0 ? (
            <ConflictList
              scope={scope}
              conflicts={conflicts}
              onSolved={(solved) => setConflicts((open) => open.filter((conflict) => conflict !== solved))}
            />
          ) : diffs.failure ? (
            <ErrorState {...describeProblem(diffs.failure)} onRetry={diffs.retry} />
          ) : diffs.files === null ? (
            <div className={layout.padded}>
              <Skeleton lines={8} label="Comparing" />
            </div>
          ) : (
            <div className={layout.list}>
              <DiffView
                ref={view}
                label="Pending changes"
                files={diffs.files}
                attributes={attributes}
                engine={diffEngine}
                {...look}
              />
            </div>
          )}
        </div>
      }
      second={
        <div className={styles.side}>
          <ChangeList
            scope={scope}
            changes={session.changes}
            onShow={(index) => view.current?.scrollToFile(index)}
            onDiscard={discard}
          />
          <CommitForm
            scope={scope}
            session={session}
            blocked={conflicts.length > 0}
            onConflicts={setConflicts}
          />
        </div>
      }
    />
  );
}

const kindIcons = {
  created: { icon: FilePlus, word: "New" },
  updated: { icon: FileDiff, word: "Modified" },
  moved: { icon: FileInput, word: "Moved" },
  deleted: { icon: FileMinus, word: "Deleted" },
  mode: { icon: ShieldCheck, word: "Mode" },
} satisfies Record<ChangeKind, unknown>;

interface ChangeListProps {
  readonly scope: EditScope;
  readonly changes: readonly Change[];
  readonly onShow: (index: number) => void;
  readonly onDiscard: (change: Change) => void;
}

/** The pending files, each with the kind of its change. */
function ChangeList({ scope, changes, onShow, onDiscard }: ChangeListProps) {
  return (
    <section aria-labelledby="change-list">
      <h2 id="change-list" className={styles.sideTitle}>
        Files <span className={layout.muted}>{changes.length}</span>
      </h2>
      <ul>
        {changes.map((change, index) => {
          const kindIcon = kindIcons[changeKind(change) ?? "updated"];
          const path = change.deleted ? (change.origin?.path ?? change.path) : change.path;
          return (
            <li key={change.id} className={styles.change}>
              <Icon of={kindIcon.icon} label={kindIcon.word} />
              <button type="button" className={styles.changeName} title={path} onClick={() => onShow(index)}>
                <bdi>{path}</bdi>
                {change.origin && change.origin.path !== path ? (
                  <span className={layout.muted}> from {change.origin.path}</span>
                ) : null}
              </button>
              {change.content?.kind === "bytes" || change.deleted ? null : (
                <AppLink
                  href={hrefs.project(scope.account, scope.project, "edit", { ref: scope.branch, path })}
                  className={layout.iconLink}
                  aria-label={`Edit ${path}`}
                  title="Edit"
                >
                  <Icon of={Pencil} size={14} />
                </AppLink>
              )}
              <IconButton
                size="s"
                icon={Undo2}
                label={`Discard changes to ${path}`}
                onClick={() => onDiscard(change)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
