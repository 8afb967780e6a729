import { X } from "lucide-react";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { formatQuery, type Query } from "../query-text/query-text.ts";
import styles from "./work-lists.module.css";

interface FilterChipsProps {
  readonly filter: Query<string>;
  /** Names of filters as they are shown, where they are not those of the query. */
  readonly names: Readonly<Record<string, string>>;
  readonly onQuery: (query: string) => void;
}

/** The filters that are set, each with a button that removes it, and one that removes all; the state has buttons of its own. */
export function FilterChips({ filter, names, onQuery }: FilterChipsProps) {
  const chips = filter.terms.filter(({ key }) => key !== "state");
  return (
    <>
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
      {filter.terms.length > 0 || filter.words ? (
        <Button variant="ghost" size="s" onClick={() => onQuery("")}>
          Clear
        </Button>
      ) : null}
    </>
  );
}

/** Names of the filters that every list of work has. */
export const filterNames: Readonly<Record<string, string>> = {
  "created-after": "Created after",
  "created-before": "Created before",
  "updated-after": "Updated after",
  "updated-before": "Updated before",
};
