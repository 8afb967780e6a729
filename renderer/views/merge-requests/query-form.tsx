import { type ReactNode, useEffect, useState } from "react";
import { UnknownFilters } from "../../features/query-text/unknown-filters.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { filterKeys } from "./filter-text.ts";
import styles from "./merge-requests.module.css";

interface QueryFormProps {
  readonly query: string;
  readonly placeholder: string;
  /** Enter was pressed. */
  readonly onQuery: (query: string) => void;
  /** Shown beside the field. */
  readonly children?: ReactNode;
}

/** A filter as text: words to search for, and names with values. */
export function QueryForm({ query, placeholder, onQuery, children }: QueryFormProps) {
  const [typed, setTyped] = useState(query);
  useEffect(() => setTyped(query), [query]);
  return (
    <search aria-label="Merge requests">
      <form
        className={styles.query}
        onSubmit={(event) => {
          event.preventDefault();
          onQuery(typed.trim());
        }}
      >
        <TextField
          label="Query"
          hideLabel
          type="search"
          placeholder={placeholder}
          value={typed}
          onChange={setTyped}
          className={styles.field ?? ""}
        />
        {children}
      </form>
      <UnknownFilters query={query} keys={filterKeys} />
    </search>
  );
}
