import { Undo2 } from "lucide-react";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import type { FileEdits } from "../../../features/repository/edits/use-file-edits.ts";
import { editHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import type { ChangeKind } from "../../../state/pending-changes.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./file.module.css";

interface DraftNoticeProps {
  readonly repository: Repository;
  readonly path: string;
  readonly kind: ChangeKind;
  readonly edits: FileEdits;
}

const texts = {
  created: "You have a draft of this new file.",
  updated: "You have a draft of this file. The committed version is shown.",
  mode: "You have a draft that changes this file's mode.",
  moved: "You have a draft that moves this file here.",
  deleted: "You have a draft that deletes or moves this file.",
} satisfies Record<ChangeKind, string>;

/** Notice that the open file has a pending change, which the view does not show. */
export function DraftNotice({ repository, path, kind, edits }: DraftNoticeProps) {
  return (
    <span className={styles.draft} role="note" aria-label="Draft">
      <span>{texts[kind]}</span>
      {kind === "deleted" ? null : (
        <Button asChild size="s">
          <AppLink href={editHref(repository, repository.ref, path)}>Continue editing</AppLink>
        </Button>
      )}
      <Button size="s" variant="ghost" icon={Undo2} onClick={() => edits.discard(path)}>
        Discard
      </Button>
    </span>
  );
}
