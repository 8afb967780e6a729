import { Search } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { formatQuery, termOf, withTerm } from "../../../features/query-text/query-text.ts";
import { UnknownFilters } from "../../../features/query-text/unknown-filters.tsx";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { usePlaceholder } from "../../../ui/use-placeholder.ts";
import styles from "./users.module.css";
import { parseUserQuery, userKeys } from "./users-query.ts";

interface UsersFilterProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problems: readonly string[];
}

const states = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "blocked", label: "Blocked" },
] as const;

/** Milliseconds after the last key until a query takes effect by itself. */
const typingDelayMs = 300;

/** The filters of users: a query as text, and their state. */
export function UsersFilter({ text, onText, problems }: UsersFilterProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  const send = useRef(onText);
  send.current = onText;
  useEffect(() => {
    // The new value is this field's own text, or from a link or the Back button.
    if (text !== sent.current) setTyped(text);
    sent.current = text;
  }, [text]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      send.current(sent.current);
    }, typingDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useRegisterCommands(
    useMemo(
      () => [
        {
          id: "admin.users.filter",
          title: "Filter users",
          section: "Administration",
          icon: Search,
          run: () => box.current?.querySelector("input")?.focus(),
        },
      ],
      [],
    ),
  );
  const [field, placeholder] = usePlaceholder(
    "Name or email, state:blocked, two-factor:disabled…",
    "Name or email, state:blocked…",
  );
  const query = parseUserQuery(text);
  return (
    <search className={styles.filters} aria-label="Users">
      <div ref={box} className={styles.search}>
        <SearchField
          label="Filter users"
          ref={field}
          placeholder={placeholder}
          value={typed}
          onChange={setTyped}
          error={problems.length > 0 ? problems.join(" ") : undefined}
        />
        <UnknownFilters query={text} keys={userKeys} />
      </div>
      <SegmentedControl
        label="State"
        value={states.find(({ value }) => value === termOf(query, "state"))?.value ?? "all"}
        onChange={(state) =>
          onText(formatQuery(withTerm(query, "state", state === "all" ? undefined : state)))
        }
        options={states}
      />
    </search>
  );
}
