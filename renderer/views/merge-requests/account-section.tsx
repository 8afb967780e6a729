import { listMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { projectOf } from "../../features/merge-requests/project-of.ts";
import { useSeen } from "../../features/merge-requests/seen-merge-requests.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import layout from "../../ui/layout.module.css";
import { Section } from "../../ui/section.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Filter, parseFilter } from "./filter-text.ts";
import { mergeRequestListInput, stateOf, usersOf } from "./list-input.ts";
import { MergeRequestRow } from "./merge-request-row.tsx";
import styles from "./merge-requests.module.css";
import { useUserIds } from "./use-user-ids.ts";

/** Merge requests of an account that are shown here; its own list shows all. */
const maxMergeRequests = 20;

interface AccountSectionProps {
  readonly account: Account;
  readonly query: string;
}

/** The latest merge requests of one account that match. */
export function AccountSection({ account, query }: AccountSectionProps) {
  const filter = parseFilter(query);
  const ids = useUserIds(usersOf(filter));
  const input = ids ? { ...mergeRequestListInput(filter, "account", ids), per_page: maxMergeRequests } : null;
  const { data, response, error, isPending, refetch } = useOperation(listMergeRequests, input, {
    keepPrevious: true,
  });
  const seen = useSeen(account.id);
  const total = response?.paging.total;
  const more = (total ?? data?.length ?? 0) > maxMergeRequests || response?.paging.nextPage != null;
  return (
    <Section
      className={styles.account}
      title={account.name}
      description={total == null ? undefined : countText(filter, total)}
      actions={
        more ? (
          <AppLink href={hrefs.mergeRequests(account.id, undefined, query ? { q: query } : {})}>
            All of {account.name}
          </AppLink>
        ) : null
      }
    >
      {isPending ? (
        <Skeleton lines={3} height={60} mark={16} label={`Loading merge requests of ${account.name}`} />
      ) : !data ? (
        <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <p className={layout.muted}>No matching merge requests</p>
      ) : (
        <ul className={styles.rows} aria-label={`Merge requests of ${account.name}`}>
          {data.slice(0, maxMergeRequests).map((mergeRequest) => (
            <li key={mergeRequest.id} className={styles.fixedRow}>
              <MergeRequestRow
                account={account.id}
                project={projectOf(mergeRequest, undefined)}
                mergeRequest={mergeRequest}
                showProject
                news={seen.news(mergeRequest)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Returns how many were found: in which state, where that is all that was asked for. */
function countText(filter: Filter, total: number): string {
  const count = total.toLocaleString();
  if (filter.words !== "" || filter.terms.some(({ key }) => key !== "state"))
    return `${count} ${total === 1 ? "matches" : "match"}`;
  const state = stateOf(filter);
  if (state === "all") return `${count} ${total === 1 ? "merge request" : "merge requests"}`;
  return `${count} ${state === "opened" ? "open" : state}`;
}
