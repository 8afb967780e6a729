import { FileDiff, FileInput, FileMinus, FilePlus, Pencil, ShieldCheck, Undo2 } from "lucide-react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { EditScope } from "../../state/edits.ts";
import { type Change, type ChangeKind, changeKind } from "../../state/pending-changes.ts";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./edit.module.css";

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
export function ChangeList({ scope, changes, onShow, onDiscard }: ChangeListProps) {
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
