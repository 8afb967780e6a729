import { X } from "lucide-react";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { formatQuery, withTerm } from "../../features/query-text/query-text.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { FilterChoices } from "./filter-choices.tsx";
import { parseFilter } from "./filter-text.ts";
import { type ListScope, stateOf } from "./list-input.ts";
import styles from "./merge-requests.module.css";
import { QueryForm } from "./query-form.tsx";
import { SavedSearchesMenu } from "./saved-searches-menu.tsx";
import { StateCounts } from "./state-counts.tsx";

interface FilterBarProps {
  readonly account: string;
  readonly listScope: ListScope;
  /** Full path of the project or group; empty for the account. */
  readonly owner: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly total: number | undefined;
  /** Authors and assignees of the listed merge requests. */
  readonly people: readonly UserSummary[];
}

const names: Readonly<Record<string, string>> = {
  "created-after": "Created after",
  "created-before": "Created before",
  "updated-after": "Updated after",
  "updated-before": "Updated before",
  source: "From",
  target: "Into",
};

/** Filters of a list: states with their counts, chips, and the same as a query that can be typed. */
export function FilterBar({ account, listScope, owner, query, onQuery, total, people }: FilterBarProps) {
  const filter = parseFilter(query);
  const chips = filter.terms.filter(({ key }) => key !== "state");
  return (
    <div className={styles.filters}>
      <QueryForm
        query={query}
        onQuery={onQuery}
        project={listScope === "project" ? owner : null}
        completesPeople
        example="Search, or filter: author:@name label:bug draft:no"
      >
        <SavedSearchesMenu {...{ account, query, onQuery }} />
      </QueryForm>
      <div className={styles.chips}>
        <StateCounts
          listScope={listScope}
          owner={owner}
          filter={filter}
          current={stateOf(filter)}
          total={total}
          onState={(state) =>
            onQuery(formatQuery(withTerm(filter, "state", state === "opened" ? undefined : state)))
          }
        />
        <FilterChoices
          {...{ listScope, owner, filter, people }}
          onFilter={(next) => onQuery(formatQuery(next))}
        />
        {chips.map((term) => (
          <span key={`${term.key} ${term.value}`} className={styles.chip}>
            <span>
              {names[term.key] ?? term.key}: <strong>{term.value}</strong>
            </span>
            <IconButton
              label={`Remove ${term.key} ${term.value}`}
              icon={X}
              size="s"
              onClick={() =>
                onQuery(formatQuery({ ...filter, terms: filter.terms.filter((other) => other !== term) }))
              }
            />
          </span>
        ))}
        {query ? (
          <Button variant="ghost" size="s" onClick={() => onQuery("")}>
            Clear
          </Button>
        ) : null}
      </div>
    </div>
  );
}
