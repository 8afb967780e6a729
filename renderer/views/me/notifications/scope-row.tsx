import { ChevronDown, ChevronRight, Folder, Globe, SquareLibrary } from "lucide-react";
import type { CSSProperties } from "react";
import {
  type NotificationEvent,
  type NotificationLevel,
  notificationLevels,
} from "../../../../shared/api/resources/notification-settings.ts";
import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import {
  type EffectiveLevel,
  eventGroups,
  inheritedLevel,
  inheritedText,
  levelOptions,
  type NamedNotificationScope,
  useChangeSettings,
  useKnownScopes,
  useSettings,
} from "./notification-settings.ts";
import styles from "./notifications.module.css";
import type { MatrixRowData } from "./use-matrix.ts";

interface ScopeRowProps {
  readonly row: Extract<MatrixRowData, { kind: "scope" }>;
  readonly onToggle: (path: string, isOpen: boolean) => void;
}

const icons = { global: Globe, group: Folder, project: SquareLibrary } as const;

/** One scope: its level, what it inherits and from where, and the events of the level Custom. */
export function ScopeRow({ row, onToggle }: ScopeRowProps) {
  const { scope, path, depth, isOpen, above } = row;
  const { settings, error, refetch } = useSettings(scope);
  const inherited = inheritedLevel(useKnownScopes(above));
  const { change, failure, dismiss } = useChangeSettings(scope);
  const name = scope.kind === "global" ? "Global" : scope.name;
  const called = scope.kind === "global" ? "the global setting" : path;
  const style = { "--indent": `calc(${depth} * var(--space-5))` } as CSSProperties;
  return (
    <div className={styles.row} style={style} data-depth={depth} data-kind={scope.kind}>
      <div className={styles.line}>
        <div
          className={cx(flow.inline, styles.name)}
          style={{ paddingLeft: `calc(${depth} * var(--space-5))` }}
        >
          {isOpen === null ? (
            <span className={styles.noToggle} />
          ) : (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-label={path}
              onClick={() => onToggle(path, !isOpen)}
            >
              <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
            </button>
          )}
          <Icon of={icons[scope.kind]} size={15} />
          <span className={cx(layout.ellipsis, styles.label)} title={path || undefined}>
            {name}
          </span>
          {scope.kind === "global" ? (
            <span className={cx(layout.meta, styles.hint)}>applies where nothing else is set</span>
          ) : null}
        </div>
        {settings ? (
          <LevelSelect
            scope={scope}
            name={called}
            level={settings.level}
            inherited={inherited}
            onChange={(level) => void change({ level })}
          />
        ) : error ? (
          <RowProblem error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={1} height={24} label={`Loading the level of ${called}`} />
        )}
        <span className={cx(layout.meta, styles.effective)}>
          {settings?.level === "global" && scope.kind !== "global" && inherited
            ? inheritedText(inherited)
            : null}
        </span>
      </div>
      {failure ? (
        <div className={styles.failure} role="alert">
          <span>Not changed. {describeProblem(failure.error).message}</span>
          <Button writes size="s" onClick={() => void change(failure.change)}>
            Retry
          </Button>
          <Button writes={false} size="s" variant="ghost" onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      ) : null}
      {scope.kind === "global" && settings?.notification_email ? (
        <div className={styles.email}>
          <EmailSelect
            email={settings.notification_email}
            onChange={(notification_email) => void change({ notification_email })}
          />
        </div>
      ) : null}
      {settings?.level === "custom" ? (
        <div className={styles.custom} style={{ paddingLeft: `calc(${depth} * var(--space-5))` }}>
          <EventBoxes
            name={called}
            events={settings.events}
            onChange={(event, isOn) => void change({ [event]: isOn })}
          />
        </div>
      ) : null}
    </div>
  );
}

interface RowProblemProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Reason why a row could not be read. */
export const RowProblem = ({ error, onRetry }: RowProblemProps) => (
  <span className={styles.problem}>
    <span title={describeProblem(error).detail}>{describeProblem(error).message}</span>
    <Button size="s" onClick={onRetry}>
      Retry
    </Button>
  </span>
);

interface EmailSelectProps {
  readonly email: string;
  readonly onChange: (email: string) => void;
}

/** The email address of notifications: one of those that the API shows of the user. */
function EmailSelect({ email, onChange }: EmailSelectProps) {
  const { data: user } = useOperation(getCurrentUser, {});
  const addresses = new Set([email, user?.email ?? "", user?.public_email ?? ""]);
  addresses.delete("");
  const options = [...addresses].map((value) => ({ value, label: value }));
  return (
    <Select
      label="Send to"
      size="s"
      value={email}
      onChange={(chosen) => chosen !== email && onChange(chosen)}
      options={options}
    />
  );
}

interface LevelSelectProps {
  readonly scope: NamedNotificationScope;
  readonly name: string;
  readonly level: string;
  readonly inherited: EffectiveLevel | null;
  readonly onChange: (level: NotificationLevel) => void;
}

/** The level of one scope, with what each level means. */
function LevelSelect({ scope, name, level, inherited, onChange }: LevelSelectProps) {
  const choose = (value: string) => {
    const chosen = notificationLevels.find((each) => each === value);
    if (chosen && chosen !== level) onChange(chosen);
  };
  return (
    <Select
      label={`Level of ${name}`}
      hideLabel
      size="s"
      value={level}
      onChange={choose}
      options={levelOptions(scope, level, inherited && inheritedText(inherited))}
    />
  );
}

interface EventBoxesProps {
  readonly name: string;
  /** Undefined until the enabled events are read. */
  readonly events: Readonly<Record<string, boolean | null>> | undefined;
  readonly onChange: (event: NotificationEvent, isOn: boolean) => void;
}

/** The events of the level Custom. */
function EventBoxes({ name, events, onChange }: EventBoxesProps) {
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
