import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import type { Commit } from "../../../shared/api/commit-shapes.ts";
import { getCommitDiff } from "../../../shared/api/commits.ts";
import { AccountContext } from "../../api/account-context.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import styles from "./commits.module.css";
import { type Foreseen, foreseePick, mostForeseen } from "./foresee-pick.ts";

interface PickPreviewProps {
  readonly kind: "cherry-pick" | "revert";
  readonly commit: Commit;
  readonly project: string;
  readonly branch: string;
}

const looks: Readonly<Record<Foreseen["outcome"], { readonly words: string; readonly tone: BadgeTone }>> = {
  changes: { words: "changes as in the commit", tone: "added" },
  merges: { words: "is joined with what the branch changed", tone: "changed" },
  conflicts: { words: "conflicts: the branch changed the same lines", tone: "danger" },
  nothing: { words: "is so already", tone: "neutral" },
  binary: { words: "binary: decided by the service", tone: "neutral" },
};

/** What would happen to each file, before anything does. */
export function PickPreview({ kind, commit, project, branch }: PickPreviewProps) {
  const account = useContext(AccountContext) ?? "";
  const parent = commit.parent_ids[0];
  const diff = useOperationAll(
    getCommitDiff,
    { id: project, sha: commit.id, per_page: 100 },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const files = diff.data ?? [];
  const turned =
    kind === "revert"
      ? files.map((file) => ({ ...file, old_path: file.new_path, new_path: file.old_path }))
      : files;
  const foreseen = useQuery({
    queryKey: [account, "foresee-pick", project, kind, commit.id, branch],
    queryFn: ({ signal }) => {
      const [from, to] = kind === "revert" ? [commit.id, parent ?? ""] : [parent ?? "", commit.id];
      return foreseePick({ account, project, branch, from, to }, turned, signal);
    },
    enabled: parent !== undefined && branch !== "" && files.length > 0,
    retry: false,
  });
  if (!parent || foreseen.error) return null;
  if (!foreseen.data) return <p className={styles.foresee}>Looking at what would happen…</p>;
  const bad = foreseen.data.filter(({ outcome }) => outcome === "conflicts").length;
  const idle = foreseen.data.every(({ outcome }) => outcome === "nothing");
  return (
    <section aria-label="What would happen">
      <p className={styles.foresee}>
        {idle
          ? `Nothing would change on ${branch}: the service will refuse it.`
          : bad > 0
            ? `${bad} of ${foreseen.data.length} files conflict: the service will refuse it. Bring the change by hand, or choose another branch.`
            : `${foreseen.data.length} ${foreseen.data.length === 1 ? "file" : "files"} on ${branch}:`}
      </p>
      <ul className={styles.foreseen}>
        {foreseen.data.map(({ path, outcome }) => (
          <li key={path}>
            <code>{path}</code> <Badge tone={looks[outcome].tone}>{looks[outcome].words}</Badge>
          </li>
        ))}
      </ul>
      {files.length > mostForeseen ? (
        <p className={styles.foresee}>{files.length - mostForeseen} more files were not looked at.</p>
      ) : null}
    </section>
  );
}
