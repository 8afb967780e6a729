import { FileCode, UnfoldVertical } from "lucide-react";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./changes.module.css";

interface FileActionsProps {
  readonly account: string;
  readonly project: string;
  readonly head: string;
  readonly file: DiffFile;
  readonly onWhole: (() => void) | null;
}

/** Buttons of a changed file: all of its lines here, or the file as it is now. */
export function FileActions({ account, project, head, file, onWhole }: FileActionsProps) {
  return (
    <>
      {onWhole && !file.deleted_file && !file.new_file ? (
        <Button size="s" variant="ghost" icon={UnfoldVertical} className={styles.action} onClick={onWhole}>
          <span>Show full file</span>
        </Button>
      ) : null}
      {file.deleted_file ? null : (
        <Button size="s" variant="ghost" icon={FileCode} className={styles.action} asChild>
          <AppLink
            href={hrefs.project(account, project, "files", { ref: head, path: file.new_path })}
            title="View file"
          >
            <span>View file</span>
          </AppLink>
        </Button>
      )}
    </>
  );
}
