import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { getCommitDiff } from "../../../../shared/api/resources/commits.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import styles from "./history.module.css";

interface PreviousNameProps {
  readonly project: string;
  readonly path: string;
  /** The oldest commit of the path's history. */
  readonly oldest: Commit;
}

/** A link to the history under the file's previous name; nothing where it was not renamed. */
export function PreviousName({ project, path, oldest }: PreviousNameProps) {
  const account = useAccountId();
  const diff = useOperationAll(
    getCommitDiff,
    { id: project, sha: oldest.id, per_page: 100 },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const renamed = diff.data?.find(({ renamed_file, new_path }) => renamed_file && new_path === path);
  const parent = oldest.parent_ids[0];
  if (!renamed || !parent) return null;
  return (
    <p className={styles.renamed}>
      Renamed from <code>{renamed.old_path}</code> in {oldest.short_id}.{" "}
      <AppLink href={hrefs.project(account, project, "commits", { path: renamed.old_path, ref: parent })}>
        View previous history
      </AppLink>
    </p>
  );
}
