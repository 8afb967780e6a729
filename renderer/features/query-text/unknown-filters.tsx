import { TriangleAlert } from "lucide-react";
import { Icon } from "../../ui/marks/icon.tsx";
import { parseQuery, unknownNames } from "./query-text.ts";
import styles from "./unknown-filters.module.css";

interface UnknownFiltersProps {
  readonly query: string;
  /** Names of the filters that there are. */
  readonly keys: readonly string[];
}

/** Flags the names of a query that are not filters; nothing where there are none. */
export function UnknownFilters({ query, keys }: UnknownFiltersProps) {
  const unknown = unknownNames(parseQuery(query, keys), keys);
  return (
    <p className={styles.note} role="status">
      {unknown.map(({ name, meant }) => (
        <span key={name}>
          <Icon of={TriangleAlert} size={13} /> <code>{name}:</code> is not a filter, so it is searched as
          text.
          {meant === null ? null : (
            <>
              {" "}
              Did you mean <code>{meant}:</code>?
            </>
          )}
        </span>
      ))}
    </p>
  );
}
