import { cx } from "../../ui/class-names.ts";
import styles from "./standing.module.css";

/** How an account stands with its service, in a word and a colour. */
export interface Standing {
  readonly text: string;
  readonly tone: "good" | "bad" | "attention" | "unknown";
}

const standings = {
  online: { text: "online", tone: "good" },
  offline: { text: "offline", tone: "bad" },
  unauthorized: { text: "token refused", tone: "attention" },
  unknown: { text: "not asked yet", tone: "unknown" },
} as const;

export const standingOf = (state: keyof typeof standings | undefined): Standing =>
  standings[state ?? "unknown"];

/** The dot; a ring when offline, so that colour is not alone. */
export const StandingDot = ({
  standing,
  className,
}: {
  readonly standing: Standing;
  readonly className?: string | undefined;
}) => (
  <span
    className={cx(styles.dot, styles[standing.tone], className)}
    role="img"
    aria-label={standing.text}
    title={standing.text}
  />
);
