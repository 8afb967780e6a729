import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import styles from "./cherry-pick.module.css";
import type { FileOutcome } from "./preview-cherry-pick.ts";
import type { CherryPickPreviewState as Preview } from "./use-cherry-pick-preview.ts";

const outcomeBadges: Readonly<
  Record<FileOutcome["outcome"], { readonly label: string; readonly tone: BadgeTone }>
> = {
  changes: { label: "Changes as in the commit", tone: "added" },
  merges: { label: "Merges with the branch's own changes", tone: "changed" },
  conflicts: { label: "Conflicts: the branch changed the same lines", tone: "danger" },
  nothing: { label: "Already applied", tone: "neutral" },
  binary: { label: "Binary: not checked here", tone: "neutral" },
};

/** The preview of a cherry-pick for each file. */
export function CherryPickPreview({
  preview,
  branch,
}: {
  readonly preview: Preview;
  readonly branch: string;
}) {
  const { outcome, files, total } = preview;
  if (outcome === "unknown" || outcome === "no-branch") return null;
  const conflicts = files.filter((file) => file.outcome === "conflicts").length;
  const words = {
    loading: "Checking what would change…",
    nothing: `Already applied: nothing would change on ${branch}.`,
    conflicts: `${conflicts} of ${files.length} files conflict, so it probably cannot be applied. Apply the change by hand, or choose another branch.`,
    applies: `${files.length} ${files.length === 1 ? "file" : "files"} on ${branch}:`,
  };
  return (
    <section aria-label="What would happen">
      <p className={styles.preview} role="status">
        {words[outcome]}
      </p>
      <ul className={styles.files}>
        {files.map(({ path, outcome }) => (
          <li key={path}>
            <code>{path}</code>{" "}
            <Badge tone={outcomeBadges[outcome].tone}>{outcomeBadges[outcome].label}</Badge>
          </li>
        ))}
      </ul>
      {total > files.length && files.length > 0 ? (
        <p className={styles.preview}>{total - files.length} more files are not checked.</p>
      ) : null}
    </section>
  );
}
