import { type ReactNode, useEffect, useId, useState } from "react";
import { UnknownFilters } from "../../features/query-text/unknown-filters.tsx";
import flow from "../../ui/flow.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { usePlaceholder } from "../../ui/use-placeholder.ts";
import { filterKeys } from "./filter-text.ts";
import { endsWithPerson, PersonCompletions } from "./person-completions.tsx";

interface QueryFormProps {
  readonly query: string;
  /** A query that says what can be typed, shown while the field is empty. */
  readonly example: string;
  /** Full path of the project that is filtered, null for an account or a group. */
  readonly project?: string | null;
  /** Whether people can be completed: not where the list has several accounts. */
  readonly completesPeople?: boolean;
  /** Enter was pressed. */
  readonly onQuery: (query: string) => void;
  /** Shown beside the field. */
  readonly children?: ReactNode;
}

/** A filter as text: words to search for, and names with values. */
export function QueryForm({
  query,
  example,
  project = null,
  completesPeople = false,
  onQuery,
  children,
}: QueryFormProps) {
  const people = useId();
  const [field, placeholder] = usePlaceholder(example, "Search or label:bug");
  const [typed, setTyped] = useState(query);
  useEffect(() => setTyped(query), [query]);
  const isCompleting = completesPeople && endsWithPerson(typed);
  return (
    <search aria-label="Merge requests">
      <form
        className={flow.wrap}
        onSubmit={(event) => {
          event.preventDefault();
          onQuery(typed.trim());
        }}
      >
        <SearchField
          label="Query"
          ref={field}
          placeholder={placeholder}
          value={typed}
          onChange={setTyped}
          {...(isCompleting ? { list: people } : {})}
          className={flow.grow ?? ""}
        />
        {children}
      </form>
      {isCompleting ? <PersonCompletions id={people} project={project} typed={typed} /> : null}
      <UnknownFilters query={query} keys={filterKeys} />
    </search>
  );
}
