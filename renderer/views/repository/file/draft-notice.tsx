import { FilePen } from "lucide-react";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import type { FileEdits } from "../../../features/repository/edits/use-file-edits.ts";
import { changesHref, editHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import type { ChangeKind } from "../../../state/pending-changes.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./file.module.css";

interface DraftNoticeProps {
  readonly repository: Repository;
  readonly path: string;
  readonly kind: ChangeKind;
  readonly edits: FileEdits;
}

const texts = {
  created: "You have a draft of this new file. It is not committed yet.",
  updated: "You have a draft of this file. Shown is the committed version.",
  mode: "You have a draft that changes the mode of this file.",
  moved: "You have a draft that renames or moves this file.",
  deleted: "You have a draft that removes this file from here. Shown is the committed version.",
} satisfies Record<ChangeKind, string>;

/** Says that the open file has a pending change, which the view does not show. */
export function DraftNotice({ repository, path, kind, edits }: DraftNoticeProps) {
  const { ref } = repository;
  return (
    <div className={styles.draft} role="note" aria-label="Draft">
      <Icon of={FilePen} size={14} />
      <span className={styles.draftText}>{texts[kind]}</span>
      {kind === "deleted" ? null : (
        <Button asChild size="s">
          <AppLink href={editHref(repository, ref, path)}>Continue editing</AppLink>
        </Button>
      )}
      <Button asChild size="s">
        <AppLink href={changesHref(repository, ref)}>Show changes</AppLink>
      </Button>
      <Button size="s" variant="ghost" onClick={() => edits.discard(path)}>
        Discard
      </Button>
    </div>
  );
}
