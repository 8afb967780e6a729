import {
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleChevronRight,
  CircleDashed,
  CircleEllipsis,
  CirclePlay,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Clock,
  LoaderCircle,
} from "lucide-react";
import type { Optional } from "../../../shared/optional.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import type { BadgeTone } from "../../ui/marks/badge.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import styles from "./ci-status.module.css";

interface StatusProps
  extends Optional<{
    allowFailure: boolean;
  }> {
  /** State as the service names it. */
  readonly status: string;
}

/** The state of a job or a pipeline as icon and word. */
export function StatusBadge({ status, allowFailure }: StatusProps) {
  const { word, icon, tone, turns } = statusStyle(status, allowFailure);
  return (
    <span className={cx(styles.badge, styles[tone])} data-status={status}>
      <Icon of={icon} size={14} className={turns ? styles.turns : undefined} />
      <span>{word}</span>
    </span>
  );
}

interface StatusIconProps extends StatusProps {
  /** Pixels. */
  readonly size?: number;
  /** Hides it from assistive technology, where a text beside it names the state. */
  readonly decorative?: boolean;
}

/** The state of a job or a pipeline as an icon of its own shape, with the word for assistive technology and on hover. */
export function StatusIcon({ status, allowFailure, size = 16, decorative = false }: StatusIconProps) {
  const { word, icon, tone, turns } = statusStyle(status, allowFailure);
  return (
    <span
      className={cx(styles.icon, styles[tone])}
      data-status={status}
      title={word}
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": word })}
    >
      <Icon of={icon} size={size} className={turns ? styles.turns : undefined} />
    </span>
  );
}

/** Word, icon and tone of a state of a job or a pipeline. */
interface StatusStyle {
  readonly word: string;
  readonly icon: IconType;
  readonly tone: BadgeTone;
  /** Whether the icon turns. */
  readonly turns?: boolean;
}

const looks: Readonly<Record<string, StatusStyle>> = {
  created: { word: "Created", icon: CircleDashed, tone: "neutral" },
  waiting_for_resource: { word: "Waiting for resource", icon: CircleEllipsis, tone: "neutral" },
  waiting_for_callback: { word: "Waiting for callback", icon: CircleEllipsis, tone: "neutral" },
  preparing: { word: "Preparing", icon: CircleEllipsis, tone: "neutral" },
  pending: { word: "Pending", icon: Clock, tone: "warning" },
  running: { word: "Running", icon: LoaderCircle, tone: "running", turns: true },
  success: { word: "Passed", icon: CircleCheck, tone: "added" },
  // Of a pipeline, see `withWarnings`.
  success_with_warnings: { word: "Passed with warnings", icon: CircleAlert, tone: "warning" },
  failed: { word: "Failed", icon: CircleX, tone: "danger" },
  // Of a job, see `jobStatus`.
  failed_allowed: { word: "Failed, allowed", icon: CircleAlert, tone: "warning" },
  canceling: { word: "Canceling", icon: LoaderCircle, tone: "neutral", turns: true },
  canceled: { word: "Canceled", icon: CircleSlash, tone: "neutral" },
  skipped: { word: "Skipped", icon: CircleChevronRight, tone: "neutral" },
  manual: { word: "Manual", icon: CirclePlay, tone: "accent" },
  scheduled: { word: "Scheduled", icon: CalendarClock, tone: "neutral" },
};

/** Returns the state of a job; where it failed and was allowed to, one that says so. */
export const jobStatus = (status: string, allowFailure = false): string =>
  status === "failed" && allowFailure ? "failed_allowed" : status;

/** Returns the label, icon and tone of a state; one that a newer service added is shown by its own name. */
export function statusStyle(status: string, allowFailure = false): StatusStyle {
  return (
    looks[jobStatus(status, allowFailure)] ?? {
      word: capitalize(status.replaceAll("_", " ")),
      icon: CircleQuestionMark,
      tone: "neutral",
    }
  );
}

const activeStates = new Set([
  "created",
  "waiting_for_resource",
  "waiting_for_callback",
  "preparing",
  "pending",
  "running",
  "canceling",
]);

/** Returns whether a job or a pipeline in this state continues by itself: it is queued, runs, or is ending. */
export const isActiveStatus = (status: string): boolean => activeStates.has(status);
