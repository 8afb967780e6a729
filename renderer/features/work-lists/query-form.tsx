import { type ReactNode, useEffect, useId, useState } from "react";
import { listProjectMembers } from "../../../shared/api/resources/members.ts";
import { listUsers } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { usePlaceholder } from "../../ui/forms/use-placeholder.ts";
import flow from "../../ui/theme/flow.module.css";
import { UnknownFilters } from "../query-text/unknown-filters.tsx";

interface QueryFormProps {
  /** Name of the list that is searched. */
  readonly label: string;
  /** Names of the filters that there are. */
  readonly keys: readonly string[];
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
  label,
  keys,
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
  const isCompleting = completesPeople && endsWithPerson(typed, keys);
  return (
    <search aria-label={label}>
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
          list={isCompleting ? people : undefined}
          className={flow.grow ?? ""}
        />
        {children}
      </form>
      {isCompleting ? <PersonCompletions id={people} project={project} typed={typed} /> : null}
      <UnknownFilters query={query} keys={keys} />
    </search>
  );
}

interface PersonCompletionsProps {
  readonly id: string;
  /** Full path of the project whose members are first, null where there is none. */
  readonly project: string | null;
  readonly typed: string;
}

const atPerson = /^(.*(?:^|\s)(author|assignee|reviewer):)@([^\s"]*)$/s;

/** Returns whether a query ends with a person that is being typed, such as `author:@a`. */
const endsWithPerson = (typed: string, keys: readonly string[]): boolean =>
  keys.includes(atPerson.exec(typed)?.[2] ?? "");

/** The people who complete the end of a query, as options of its field. */
function PersonCompletions({ id, project, typed }: PersonCompletionsProps) {
  const [, before = "", , name = ""] = atPerson.exec(typed) ?? [];
  const found = { per_page: 20 };
  const members = useOperation(
    listProjectMembers,
    project === null ? null : { id: project, ...found, query: name || undefined },
    { keepPrevious: true },
  );
  // Where the service has no list of members, all of its users are searched.
  const users = useOperation(
    listUsers,
    project === null || members.error ? { ...found, search: name || undefined } : null,
    { keepPrevious: true },
  );
  return (
    <datalist id={id}>
      {(members.data ?? users.data ?? []).map((person) => (
        <option key={person.username} value={`${before}@${person.username} `}>
          {person.name}
        </option>
      ))}
    </datalist>
  );
}
