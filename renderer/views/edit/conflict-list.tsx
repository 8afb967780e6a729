import { GitMergeConflict } from "lucide-react";
import { discardWithUndo } from "../../features/pending-edits/pending-files.tsx";
import { clearMergeDraft } from "../../features/three-way-merge/merge-draft.ts";
import { ThreeWayMerge } from "../../features/three-way-merge/three-way-merge.tsx";
import { type EditScope, editScopeKey } from "../../state/edits.ts";
import { reviseChange } from "../../state/file-edits.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import styles from "./edit.module.css";
import type { BranchConflict } from "./examine-branch.ts";

interface ConflictListProps {
  readonly scope: EditScope;
  readonly conflicts: readonly BranchConflict[];
  readonly onSolved: (conflict: BranchConflict) => void;
}

/** Every pending change that conflicts with the branch, each with its resolutions. */
export function ConflictList({ scope, conflicts, onSolved }: ConflictListProps) {
  return (
    <div className={cx(flow.fillScroll, styles.conflicts)}>
      {conflicts.map((conflict) => (
        <section
          key={conflict.change.id}
          className={styles.conflict}
          aria-label={`Conflict in ${conflict.change.path}`}
        >
          <h2 className={styles.conflictTitle}>
            <Icon of={GitMergeConflict} /> <bdi>{conflict.change.path}</bdi>
          </h2>
          <p className={layout.note}>{explain(conflict, scope.branch)}</p>
          <Ways scope={scope} conflict={conflict} onSolved={() => onSolved(conflict)} />
        </section>
      ))}
    </div>
  );
}

function explain({ reason, change, merge }: BranchConflict, branch: string): string {
  if (reason === "deleted") return `The file was deleted on ${branch} while you changed it.`;
  if (reason === "exists") return `A file with this name was added on ${branch}.`;
  if (change.deleted) return `The file was changed on ${branch} while you deleted it.`;
  return merge
    ? `The same lines changed on ${branch} and in your draft. Choose for each conflict, or edit the result.`
    : `The file changed on ${branch} and in your draft, and at least one version is not text.`;
}

interface WaysProps {
  readonly scope: EditScope;
  readonly conflict: BranchConflict;
  readonly onSolved: () => void;
}

function Ways({ scope, conflict, onSolved }: WaysProps) {
  const { change, reason, theirs, merge } = conflict;
  const draftKey = `${editScopeKey(scope)} ${change.id}`;
  const takeTheirs = () => {
    discardWithUndo(scope, change.id);
    clearMergeDraft(draftKey);
    onSolved();
  };
  const keepMine = () => {
    reviseChange(scope, change.id, { path: change.path, origin: theirs });
    onSolved();
  };
  const moving = change.origin !== null && change.origin.path !== change.path;
  if (merge && !change.deleted && !moving) {
    return (
      <ThreeWayMerge
        draftKey={draftKey}
        path={change.path}
        branch={scope.branch}
        regions={merge.regions}
        onResult={(text) => {
          clearMergeDraft(draftKey);
          reviseChange(scope, change.id, {
            path: change.path,
            origin: theirs,
            content: { kind: "text", text, encoding: merge.encoding },
          });
          onSolved();
        }}
        onTheirs={takeTheirs}
      />
    );
  }
  if (reason === "exists" && moving) {
    return (
      <div className={flow.cluster}>
        <Button
          onClick={() => {
            reviseChange(scope, change.id, { path: `${change.path}.moved` });
            onSolved();
          }}
        >
          Move to {change.path}.moved instead
        </Button>
        <Button onClick={takeTheirs}>Cancel move</Button>
      </div>
    );
  }
  return (
    <div className={flow.cluster}>
      <Button onClick={keepMine}>{change.deleted ? "Delete it anyway" : "Overwrite with mine"}</Button>
      <Button onClick={takeTheirs}>
        {reason === "deleted" ? "Accept the deletion" : `Keep ${scope.branch}'s version`}
      </Button>
    </div>
  );
}
