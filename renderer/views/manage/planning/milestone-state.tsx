import type { Milestone } from "../../../../shared/api/resources/milestones.ts";
import { Badge } from "../../../ui/marks/badge.tsx";

const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** Returns a day such as 2026-03-01 as it is read, such as Mar 1, 2026. */
const formatDay = (day: string): string => shortDay.format(new Date(`${day}T00:00:00`));

/** Returns the days of a milestone in words; empty where it has none. */
export function daysText({ start_date: start, due_date: due }: Milestone): string {
  if (start && due) return `${formatDay(start)} – ${formatDay(due)}`;
  return start ? `from ${formatDay(start)}` : due ? `due ${formatDay(due)}` : "";
}

/** Returns the day of the computer's clock, as milestones have theirs. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Badge that says whether a milestone is closed, past its day, or to come; nothing for one that runs. */
export function MilestoneState({
  milestone: { state, start_date, due_date },
}: {
  readonly milestone: Milestone;
}) {
  if (state === "closed") return <Badge>Closed</Badge>;
  if (due_date && due_date < today()) return <Badge tone="warning">Expired</Badge>;
  return start_date && start_date > today() ? <Badge>Upcoming</Badge> : null;
}
