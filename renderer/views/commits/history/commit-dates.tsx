import { CalendarDays, ChevronDown } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { dateRangeLabel, daysAgo } from "./date-range.ts";
import styles from "./history.module.css";

interface CommitDatesProps {
  /** First and last day, as `2026-11-23`. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly onChange: (dates: { since: string | undefined; until: string | undefined }) => void;
}

const ranges = [
  ["Last 7 days", 6],
  ["Last 30 days", 29],
  ["Last year", 364],
] as const;

/** A button that names the days whose commits are listed, with a panel to choose them. */
export function CommitDates({ since, until, onChange }: CommitDatesProps) {
  return (
    <Popover
      label="Dates"
      trigger={
        <Button icon={CalendarDays} trailingIcon={ChevronDown}>
          {dateRangeLabel(since, until)}
        </Button>
      }
    >
      <div className={styles.dates}>
        <TextField
          label="From"
          type="date"
          max={until}
          value={since ?? ""}
          onChange={(value) => onChange({ since: value || undefined, until })}
        />
        <TextField
          label="To"
          type="date"
          min={since}
          value={until ?? ""}
          onChange={(value) => onChange({ since, until: value || undefined })}
        />
        <div className={styles.ranges}>
          {ranges.map(([name, days]) => (
            <Button key={name} size="s" onClick={() => onChange({ since: daysAgo(days), until: undefined })}>
              {name}
            </Button>
          ))}
          <Button
            size="s"
            variant="ghost"
            disabled={!since && !until}
            onClick={() => onChange({ since: undefined, until: undefined })}
          >
            Any date
          </Button>
        </div>
      </div>
    </Popover>
  );
}
