import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { type PersonRole, RowPeople } from "../work-lists/row-parts.tsx";
import styles from "./reviewed-people.module.css";
import { useApprovals } from "./use-approvals.ts";
import { reviewStateLabels, reviewStatesQuery } from "./use-review-states.ts";

/** Icons of states at the avatar; the others are words alone. */
const icons: Readonly<Record<string, IconType>> = { approved: Check, requested_changes: X };

interface ReviewedPeopleProps {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly mergeRequest: MergeRequest;
  readonly roles: readonly PersonRole[];
}

/** People of a merge request's row, its reviewers with the states of their reviews, once they are known. */
export function ReviewedPeople({ account, project, mergeRequest, roles }: ReviewedPeopleProps) {
  const client = useQueryClient();
  const approvals = useApprovals(account, project, mergeRequest);
  const query = reviewStatesQuery(client, account, project, mergeRequest, approvals?.by ?? []);
  const { data } = useQuery({ ...query, enabled: approvals !== undefined });
  const states = new Map(data?.states.map(({ user, state }) => [user, state]));
  return (
    <RowPeople
      account={account}
      roles={roles}
      wordsOf={({ id }) => reviewStateLabels[states.get(id) ?? ""]?.toLowerCase()}
      markOf={({ id }) => {
        const state = states.get(id) ?? "";
        const icon = icons[state];
        return icon ? (
          <span className={styles.mark} data-state={state}>
            <Icon of={icon} size={9} />
          </span>
        ) : null;
      }}
    />
  );
}
