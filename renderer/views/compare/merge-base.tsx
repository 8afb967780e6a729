import { GitFork } from "lucide-react";
import { getMergeBase } from "../../../shared/api/resources/repository.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./compare.module.css";

interface MergeBaseProps {
  readonly account: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
}

/** The commit that both sides have in common and from which the changes count; nothing where histories are unrelated. */
export function MergeBase({ account, project, from, to }: MergeBaseProps) {
  const { data: commit } = useOperation(getMergeBase, { id: project, refs: [from, to] });
  if (!commit) return null;
  return (
    <p className={styles.base}>
      <Icon of={GitFork} size={13} /> Merge base{" "}
      <AppLink href={hrefs.commit(account, project, commit.id)}>
        <code>{commit.short_id}</code> {commit.title || "(no message)"}
      </AppLink>
      <span className={cx(layout.muted, styles.side)}>
        <RelativeTime time={commit.committed_date ?? commit.created_at ?? ""} />
      </span>
    </p>
  );
}
