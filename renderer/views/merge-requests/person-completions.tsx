import { listProjectMembers } from "../../../shared/api/resources/project-lists.ts";
import { listUsers } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";

interface PersonCompletionsProps {
  readonly id: string;
  /** Full path of the project whose members are first, null where there is none. */
  readonly project: string | null;
  readonly typed: string;
}

const atPerson = /^(.*(?:^|\s)(?:author|assignee|reviewer):)@([^\s"]*)$/s;

/** Returns whether a query ends with a person that is being typed, such as `author:@a`. */
export const endsWithPerson = (typed: string): boolean => atPerson.test(typed);

/** The people who complete the end of a query, as options of its field. */
export function PersonCompletions({ id, project, typed }: PersonCompletionsProps) {
  const [, before = "", name = ""] = atPerson.exec(typed) ?? [];
  const found = { per_page: 20 };
  const members = useOperation(
    listProjectMembers,
    project === null ? null : { id: project, ...found, ...(name ? { query: name } : {}) },
    { keepPrevious: true },
  );
  // Where the service has no list of members, all of its users are searched.
  const users = useOperation(
    listUsers,
    project === null || members.error ? { ...found, ...(name ? { search: name } : {}) } : null,
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
