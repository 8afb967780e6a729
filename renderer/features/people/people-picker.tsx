import { type ReactNode, useState } from "react";
import { listProjectMembers } from "../../../shared/api/resources/members.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { MultiCombobox } from "../../ui/forms/combobox.tsx";
import { PersonAvatar } from "../avatars/person-avatar.tsx";

interface PeoplePickerProps {
  readonly project: string;
  readonly label: string;
  /** The button that opens the list; one element. */
  readonly trigger: ReactNode;
  readonly chosen: readonly UserSummary[];
  /** Called when the list closes with another choice. */
  readonly onDone: (people: readonly UserSummary[]) => void;
}

/** Chooses people among the members of a project, whom the service searches. */
export function PeoplePicker({ project, label, trigger, chosen, onDone }: PeoplePickerProps) {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const members = useOperation(
    listProjectMembers,
    open ? { id: project, per_page: 100, query: query || undefined } : null,
    { keepPrevious: true, staleTime: 60_000 },
  );
  // A person may be chosen in one search and not match the next.
  const [known, setKnown] = useState<ReadonlyMap<string, UserSummary>>(new Map());
  const listed = members.data ?? [];
  const search = (next: string) => {
    setKnown((now) => new Map([...now, ...listed.map((person) => [String(person.id), person] as const)]));
    setQuery(next);
  };
  const people = new Map([
    ...known,
    ...[...chosen, ...listed].map((person) => [String(person.id), person] as const),
  ]);
  return (
    <MultiCombobox
      label={label}
      placeholder="Find people…"
      trigger={trigger}
      items={listed.map(toItem)}
      chosen={chosen.map(toItem)}
      onQuery={search}
      onOpenChange={setOpen}
      loading={members.isFetching}
      empty="No matches"
      problem={problemText(members.error)}
      onDone={(picked) => onDone(picked.flatMap(({ id }) => people.get(id) ?? []))}
    />
  );
}

const toItem = (person: UserSummary) => ({
  id: String(person.id),
  label: person.name,
  hint: `@${person.username}`,
  mark: <PersonAvatar person={person} size={18} />,
});
