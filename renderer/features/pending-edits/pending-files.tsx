import { useMemo } from "react";
import type { TreeEntry } from "../../../shared/api/resources/repository.ts";
import {
  type Change,
  type ChangeKind,
  changeKind,
  discardChange,
  type EditScope,
  restoreChange,
  useEditSession,
} from "../../state/edits.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import tones from "../../ui/theme/tone.module.css";
import styles from "./pending-edits.module.css";

/** Effect of a branch's pending changes on its listings. */
interface PendingFiles {
  /** Kind of the change by path; a moved file is `deleted` at its previous path. */
  readonly kinds: ReadonlyMap<string, ChangeKind>;
  /** Paths that the branch does not have yet. */
  readonly added: readonly string[];
  /** Folders with a change somewhere below. */
  readonly folders: ReadonlySet<string>;
}

/** Returns the pending changes by the path at which a tree or a list shows them. */
export function pendingFiles(changes: readonly Change[]): PendingFiles {
  const kinds = new Map<string, ChangeKind>();
  const added: string[] = [];
  for (const change of changes) {
    const kind = changeKind(change);
    if (kind === null) continue;
    const { origin, path } = change;
    if (kind === "moved" && origin) kinds.set(origin.path, "deleted");
    if (kind === "created" || kind === "moved") added.push(path);
    kinds.set(kind === "deleted" && origin ? origin.path : path, kind);
  }
  const folders = new Set([...kinds.keys()].flatMap(parentFolders));
  return { kinds, added, folders };
}

/**
 * Returns a folder's entries with those that pending changes add to it, new folders included. An entry that is not on
 * the branch has an empty id.
 */
export function withAdded(
  entries: readonly TreeEntry[],
  folder: string,
  added: readonly string[],
): readonly TreeEntry[] {
  const prefix = folder ? `${folder}/` : "";
  const known = new Set(entries.map(({ path }) => path));
  const extra = new Map<string, TreeEntry>();
  for (const path of added) {
    if (!path.startsWith(prefix)) continue;
    const [name = "", ...below] = path.slice(prefix.length).split("/");
    if (known.has(prefix + name)) continue;
    const isFolder = below.length > 0;
    const type = isFolder ? "tree" : "blob";
    const mode = isFolder ? "040000" : "100644";
    extra.set(name, { id: "", name, type, path: prefix + name, mode });
  }
  if (extra.size === 0) return entries;
  return [...entries, ...extra.values()].toSorted(byTypeAndName);
}

/** The order of a listing: folders first, then by name as git compares them. */
function byTypeAndName(a: TreeEntry, b: TreeEntry): number {
  const folders = Number(b.type === "tree") - Number(a.type === "tree");
  return folders || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

function parentFolders(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

/** Returns the pending changes of a branch by path; empty where nothing is pending. */
export function usePendingFiles({ account, project, branch }: EditScope): PendingFiles {
  const changes = useEditSession({ account, project, branch })?.changes;
  return useMemo(() => pendingFiles(changes ?? []), [changes]);
}

const marks = {
  created: { letter: "A", word: "New file", tone: tones.added },
  updated: { letter: "M", word: "Modified", tone: tones.changed },
  mode: { letter: "M", word: "Mode changed", tone: tones.changed },
  moved: { letter: "R", word: "Renamed or moved", tone: tones.changed },
  deleted: { letter: "D", word: "Deleted", tone: tones.removed },
} as const;

/** The letter of a pending change at the end of a row, as in editors; its meaning is its name and tooltip. */
export function PendingMark({ kind }: { readonly kind: ChangeKind | "within" }) {
  if (kind === "within") {
    return (
      <span
        className={styles.dot}
        role="img"
        aria-label="Contains pending changes"
        title="Contains pending changes"
      />
    );
  }
  const { letter, word, tone } = marks[kind];
  const title = `${word}, not committed`;
  return (
    <span
      className={`${styles.mark} ${tone}`}
      data-pending={kind}
      role="img"
      aria-label={title}
      title={title}
    >
      <span aria-hidden>{letter}</span>
    </span>
  );
}

/** Discards a pending change, with an undo that keeps what was typed into the file since. */
export function discardWithUndo(scope: EditScope, id: string): void {
  const gone = discardChange(scope, id);
  if (!gone) return;
  const { path } = gone.change;
  toast.discarded(`changes to ${path}`, () => {
    if (restoreChange(scope, gone)) return;
    toast.info(`${path} was changed again`, { description: "The new changes are kept." });
  });
}
