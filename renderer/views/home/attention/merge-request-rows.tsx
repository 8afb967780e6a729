import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { Account } from "../../../../shared/host/accounts.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import {
  markSeen,
  type SeenState,
  useHasUnseen,
} from "../../../features/merge-requests/seen-merge-requests.ts";
import { useAccountLabel } from "../../../state/host-state.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { useLoaded } from "../../../ui/states/use-loaded.ts";
import { whatChanged } from "./what-changed.ts";
import styles from "./work.module.css";

// Rows need more code than the rest of Home: it is loaded beside their data, and they are drawn once both are there.
const loading = import("../../../features/merge-requests/merge-request-rows.tsx");
type Rows = Awaited<typeof loading>["MergeRequestRows"];

/** Returns the component of the rows; null while its code is loaded. */
export const useMergeRequestRows = (): Rows | null => useLoaded(loading)?.MergeRequestRows ?? null;

interface Entry {
  readonly account: Account;
  readonly mergeRequest: MergeRequest;
}

interface MergeRequestSectionProps {
  readonly Rows: Rows;
  readonly title: string;
  readonly entries: readonly Entry[];
  /** Rows at most; the lists of the accounts have the others. */
  readonly shown: number;
  /** Whether they are the user's own, whose author needs no mention. */
  readonly isOwn: boolean;
}

/** Merge requests of several accounts, recently updated first; nothing where there are none. */
export function MergeRequestSection({ Rows, title, entries, shown, isOwn }: MergeRequestSectionProps) {
  const labelOf = useAccountLabel();
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
      <Rows
        entries={sorted.slice(0, shown).map(({ account, mergeRequest }) => ({
          account: account.id,
          mergeRequest,
          accountName: labelOf(account.id) ?? undefined,
        }))}
        newsOf={changesOf}
      />
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

/** Returns what happened to a merge request, where that is known: at the first start everything counts as seen. */
function changesOf(seen: SeenState, mergeRequest: MergeRequest): readonly string[] {
  const last = seen.last(mergeRequest.id);
  const isNews = seen.loaded && (last !== undefined || !seen.isOld(mergeRequest));
  return isNews ? whatChanged(mergeRequest, last) : [];
}
