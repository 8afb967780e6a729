import { ChevronDown, ChevronRight, Folder, Globe, SquareLibrary } from "lucide-react";
import type { CSSProperties } from "react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EmailSelect } from "./email-select.tsx";
import { EventBoxes } from "./event-boxes.tsx";
import { LevelSelect } from "./level-select.tsx";
import { inheritedLevel, inheritedText } from "./levels.ts";
import type { MatrixRowData } from "./matrix-rows.ts";
import styles from "./notifications.module.css";
import { useChangeSettings, useKnownScopes, useSettings } from "./use-settings.ts";

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
          <Button size="s" onClick={() => void change(failure.change)}>
            Retry
          </Button>
          <Button size="s" variant="ghost" onClick={dismiss}>
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
