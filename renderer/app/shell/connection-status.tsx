import { cx } from "../../ui/class-names.ts";
import styles from "./connection-status.module.css";

/** An account's connection status as a word and a colour. */
export interface ConnectionStatus {
  readonly text: string;
  readonly tone: "good" | "bad" | "attention" | "unknown";
}

const statuses = {
  online: { text: "online", tone: "good" },
  offline: { text: "offline", tone: "bad" },
  unauthorized: { text: "token not accepted", tone: "attention" },
  unknown: { text: "not connected yet", tone: "unknown" },
} as const;

export const connectionStatusOf = (state: keyof typeof statuses | undefined): ConnectionStatus =>
  statuses[state ?? "unknown"];

/** The dot; a ring when offline, so that colour is not alone. */
export const ConnectionDot = ({
  status,
  className,
}: {
  readonly status: ConnectionStatus;
  readonly className?: string | undefined;
}) => (
  <span
    className={cx(styles.dot, styles[status.tone], className)}
    role="img"
    aria-label={status.text}
    title={status.text}
  />
);
