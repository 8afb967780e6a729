import { Search } from "lucide-react";
import { useMemo, useRef } from "react";
import { formatQuery } from "../../../features/query-text/query-text.ts";
import { UnknownFilters } from "../../../features/query-text/unknown-filters.tsx";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import layout from "../../../ui/layout.module.css";
import type { SeenValues } from "./completions.ts";
import type { FleetScope } from "./fleet-scope.ts";
import { QueryField } from "./query-field.tsx";
import { type RunnerQuery, runnerKeys } from "./runner-query.ts";
import { RunnerStateCounts } from "./runner-state-counts.tsx";

interface RunnerFilterBarProps {
  readonly account: string;
  readonly scope: FleetScope;
  readonly query: RunnerQuery;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly seen: SeenValues;
}

/** Filters of the fleet: a query as text, and its states with their counts. */
export function RunnerFilterBar({ account, scope, query, text, onText, seen }: RunnerFilterBarProps) {
  const field = useRef<{ focus(): void }>(null);
  useRegisterCommands(
    useMemo(
      () => [
        {
          id: "runners.filter",
          title: "Filter runners",
          section: "Runners",
          icon: Search,
          run: () => field.current?.focus(),
        },
      ],
      [],
    ),
  );
  return (
    <search className={layout.bar} aria-label="Runners">
      <QueryField ref={field} query={text} onQuery={onText} seen={seen} />
      <RunnerStateCounts {...{ account, scope, query }} onQuery={(next) => onText(formatQuery(next))} />
      <UnknownFilters query={text} keys={runnerKeys} />
    </search>
  );
}
