import { useQuery } from "@tanstack/react-query";
import { useContext, useMemo } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { ownersOfFile } from "../../../../shared/review/code-owners.ts";
import { lastAct } from "../../../../shared/review/turn.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useCodeOwners } from "../../../features/code-owners/use-code-owners.ts";
import type { FilterCondition } from "../../../features/diff-panes/filter-menu.tsx";
import type { ReviewFacts } from "../../../features/diff-panes/use-shown-order.ts";
import { historyThreads, toInstant } from "../../../features/merge-requests/history-threads.ts";
import type { Discussions } from "../discussion/use-discussions.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { fingerprintsQuery } from "../versions/version-fingerprints.ts";

interface ReviewFactsInput {
  readonly filter: string;
  /** Newest first. */
  readonly versions: readonly MergeRequestVersion[];
  readonly discussions: Discussions;
}

interface ReviewFilter {
  readonly facts: ReviewFacts;
  readonly conditions: readonly FilterCondition[];
}

const nothing: ReadonlySet<string> = new Set();

/** Returns the owners and the last review by which changed files are filtered, which are read once the filter names them. */
export function useReviewFacts({ filter, versions, discussions }: ReviewFactsInput): ReviewFilter {
  const { project, iid, mergeRequest, me } = useContext(ReviewContext);
  const account = useAccountId();
  const needsOwners = /(^|\s)-?owner:/i.test(filter);
  const needsReview = /(^|\s)-?since:review(\s|$)/i.test(filter);
  const owners = useCodeOwners(project, needsOwners && mergeRequest ? mergeRequest.target_branch : null);
  const ownersOf = useMemo(() => {
    if (owners === undefined) return undefined;
    return (path: string) =>
      ownersOfFile(owners ?? [], path).flatMap((found) => found.owners.map(({ text }) => text));
  }, [owners]);
  const isKnown = needsReview && !discussions.pending && me !== undefined;
  const acted = useMemo(
    () => (isKnown ? lastAct({ threads: historyThreads(discussions.threads) }, me.id) : null),
    [isKnown, discussions.threads, me],
  );
  const seen = acted === null ? undefined : versions.find(({ created_at: at }) => toInstant(at) <= acted);
  const { data: names } = useQuery(fingerprintsQuery(account, project, iid, seen));
  const reviewed = useMemo(() => {
    if (!isKnown) return undefined;
    return seen ? names && new Set(names.map(({ name }) => name)) : nothing;
  }, [isKnown, seen, names]);
  const facts = useMemo(() => ({ ownersOf, reviewed }), [ownersOf, reviewed]);
  const conditions = useMemo(
    () => [
      { word: "since:review", label: "Changed since your review" },
      ...(me ? [{ word: `owner:${me.username}`, label: "Owned by you" }] : []),
    ],
    [me],
  );
  return { facts, conditions };
}
