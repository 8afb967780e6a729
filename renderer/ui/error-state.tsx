import { CloudOff, Lock, RotateCw, SearchX, TriangleAlert } from "lucide-react";
import { createContext, Fragment, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";
import styles from "./state.module.css";

export interface ErrorStateProps {
  /** Name of the failure. */
  readonly title?: string;
  /** Description in the user's words. */
  readonly message: string;
  /** The technical line. */
  readonly detail?: string | undefined;
  /** Repeats the action; left out where that is not safe. */
  readonly onRetry?: (() => void) | undefined;
  readonly kind?: "error" | "offline" | "forbidden" | "missing";
  readonly actions?: ReactNode;
  /** For panels. */
  readonly compact?: boolean;
  /** For the failure of an action, beside its button or in its form. */
  readonly inline?: boolean;
}

const kinds = {
  error: { icon: TriangleAlert, title: "Something went wrong" },
  offline: { icon: CloudOff, title: "Offline" },
  forbidden: { icon: Lock, title: "Not allowed" },
  missing: { icon: SearchX, title: "Not found" },
} as const;

/**
 * Number of times that an unreachable service was reached again: an offline state with `onRetry` then retries by
 * itself, any other one changes its text.
 */
export const ReconnectContext = createContext(0);

/** Description of a failure, its technical line with Copy, and what to do next. */
export function ErrorState({
  title,
  message,
  detail,
  onRetry,
  kind = "error",
  actions,
  compact = false,
  inline = false,
}: ErrorStateProps) {
  const { icon, title: kindTitle } = kinds[kind];
  const reconnects = useContext(ReconnectContext);
  const seen = useRef(reconnects);
  // A failure without `onRetry`, such as that of a write, then says that the service can be reached again.
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    if (seen.current === reconnects) return;
    seen.current = reconnects;
    if (kind !== "offline") return;
    if (onRetry) onRetry();
    else setIsBack(true);
  }, [reconnects, kind, onRetry]);
  // Where it replaces a whole page it is the page's heading.
  const Heading = compact || inline ? "h2" : "h1";
  return (
    <section
      className={cx(styles.state, compact && styles.compact, inline && styles.inline)}
      role="alert"
      data-box={inline ? "" : undefined}
    >
      <span className={cx(styles.mark, kind === "error" && styles.trouble)}>
        <Icon of={icon} size={inline ? 16 : 22} />
      </span>
      <Heading className={styles.title}>{title ?? (isBack ? "Back online" : kindTitle)}</Heading>
      <p className={styles.text}>{isBack ? "The service can be reached again." : message}</p>
      {detail && !isBack ? (
        <div className={styles.detail}>
          <code {...focusable}>{breakableAtSlashes(detail)}</code>
          <CopyButton text={detail} label="Copy details" />
        </div>
      ) : null}
      {onRetry || actions ? (
        <div className={styles.actions}>
          {onRetry ? (
            <Button icon={RotateCw} onClick={onRetry}>
              Retry
            </Button>
          ) : null}
          {actions}
        </div>
      ) : null}
    </section>
  );
}

/** The browser breaks no line at a slash. */
const breakableAtSlashes = (text: string) =>
  [...text.matchAll(/[^/]*\/?/g)].map(({ 0: part, index: at }) => (
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));

/** Attributes that make a long technical line scrollable with the keyboard. */
const focusable = { tabIndex: 0 };
