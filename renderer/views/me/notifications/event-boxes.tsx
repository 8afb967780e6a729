import type { NotificationEvent } from "../../../../shared/api/resources/notification-settings.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { eventGroups } from "./levels.ts";
import styles from "./notifications.module.css";

interface EventBoxesProps {
  readonly name: string;
  /** Undefined until the enabled events are read. */
  readonly events: Readonly<Record<string, boolean | null>> | undefined;
  readonly onChange: (event: NotificationEvent, isOn: boolean) => void;
}

/** The events of the level Custom. */
export function EventBoxes({ name, events, onChange }: EventBoxesProps) {
  if (!events) return <Skeleton lines={2} label="Loading events" />;
  return (
    <div className={styles.events}>
      {eventGroups.map((group) => (
        <fieldset key={group.label} className={styles.eventGroup}>
          <legend className={styles.legend}>
            {group.label}
            <VisuallyHidden>: events of {name}</VisuallyHidden>
          </legend>
          {group.events.map((event) => (
            <Checkbox
              key={event.name}
              label={event.label}
              checked={events[event.name] ?? false}
              onChange={(isOn) => onChange(event.name, isOn)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
