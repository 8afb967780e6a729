import { GitPullRequest, MessageSquare } from "lucide-react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { Account } from "../../../../shared/host/accounts.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";
import { markSeen, useHasUnseen, useSeen } from "../../../features/merge-requests/seen-merge-requests.ts";
import { useAccountLabel } from "../../../state/host-state.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import tones from "../../../ui/theme/tone.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import styles from "./work.module.css";

interface Entry {
  readonly account: Account;
  readonly mergeRequest: MergeRequest;
}

interface MergeRequestRowsProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** Rows at most; the lists of the accounts have the others. */
  readonly shown: number;
  /** Whether they are the user's own, whose author needs no mention. */
  readonly isOwn: boolean;
}

/** Merge requests of several accounts, recently updated first; nothing where there are none. */
export function MergeRequestRows({ title, entries, shown, isOwn }: MergeRequestRowsProps) {
  const hasUnseen = useHasUnseen(entries);
  if (entries.length === 0) return null;
  const sorted = entries.toSorted((a, b) =>
    (b.mergeRequest.updated_at ?? "").localeCompare(a.mergeRequest.updated_at ?? ""),
  );
  const markAll = () => {
    for (const { account, mergeRequest } of entries) markSeen(account.id, mergeRequest);
  };
  const more = entries.length - shown;
  return (
    <Section
      title={title}
      actions={
        hasUnseen ? (
          <Button size="s" variant="ghost" className={styles.markAll} onClick={markAll}>
            Mark all as seen
          </Button>
        ) : undefined
      }
    >
      <ul className={styles.rows}>
        {sorted.slice(0, shown).map(({ account, mergeRequest }) => (
          <li key={`${account.id} ${mergeRequest.id}`}>
            <MergeRequestRow account={account} mergeRequest={mergeRequest} isOwn={isOwn} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <AppLink
          href={hrefs.allMergeRequests({ q: isOwn ? "scope:created_by_me" : "scope:assigned_to_me" })}
          className={styles.more}
        >
          {more} more
        </AppLink>
      ) : null}
    </Section>
  );
}

function MergeRequestRow({ account, mergeRequest, isOwn }: Entry & { readonly isOwn: boolean }) {
  const label = useAccountLabel()(account.id);
  const seen = useSeen(account.id);
  const project = projectOfMergeRequest(mergeRequest, undefined) ?? "";
  const last = seen.last(mergeRequest.id);
  const isNews = seen.loaded && (last !== undefined || !seen.isOld(mergeRequest));
  const news = isNews ? whatChanged(mergeRequest, last) : [];
  const { iid, title, author, user_notes_count: notes } = mergeRequest;
  return (
    <AppLink href={hrefs.mergeRequest(account.id, project, iid)} className={styles.row}>
      <Icon of={GitPullRequest} className={tones.added} />
      <span className={styles.text}>
        <span className={layout.line}>
          <span className={layout.title}>{title}</span>
          {news.map((text) => (
            <Badge key={text} tone="accent">
              {text}
            </Badge>
          ))}
          {hasConflicts(mergeRequest) ? <Badge tone="warning">Conflicts</Badge> : null}
        </span>
        <span className={layout.meta}>
          {project}!{iid}
          {isOwn || !author ? "" : ` · ${author.name}`}
          {label ? ` · ${label}` : ""}
        </span>
      </span>
      {notes > 0 ? (
        <span
          className={cx(layout.small, styles.count)}
          title={notes === 1 ? "1 comment" : `${notes} comments`}
        >
          <Icon of={MessageSquare} size={13} /> {notes}
        </span>
      ) : null}
      <span className={styles.time}>
        <RelativeTime time={mergeRequest.updated_at ?? ""} />
      </span>
    </AppLink>
  );
}

/** A merge request as it was when the reader last opened it. */
interface SeenMergeRequest {
  readonly updated: string;
  readonly notes: number;
  readonly head: string;
}

type Now = Pick<MergeRequest, "updated_at" | "user_notes_count" | "sha" | "has_conflicts" | "merge_status">;

/** Returns what happened to a merge request since it was last seen, most important first; empty where nothing did. */
export function whatChanged(now: Now, seen: SeenMergeRequest | undefined): readonly string[] {
  if (!seen) return ["New"];
  if ((now.updated_at ?? "") <= seen.updated) return [];
  const notes = now.user_notes_count - seen.notes;
  const changes = [
    ...(seen.head !== "" && now.sha && now.sha !== seen.head ? ["New commits"] : []),
    ...(notes > 0 ? [notes === 1 ? "1 new comment" : `${notes} new comments`] : []),
  ];
  return changes.length > 0 ? changes : ["Updated"];
}

/** Returns whether a merge request cannot be merged before somebody rebases it. */
const hasConflicts = ({ has_conflicts, merge_status }: Now): boolean =>
  has_conflicts === true || merge_status === "cannot_be_merged";
