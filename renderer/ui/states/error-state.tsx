import { CloudOff, Lock, RotateCw, SearchX, TriangleAlert } from "lucide-react";
import { createContext, Fragment, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { Button } from "../buttons/button.tsx";
import { CopyButton } from "../buttons/copy-button.tsx";
import { Icon } from "../marks/icon.tsx";
import { Disclosure } from "../panes/section.tsx";
import { cx } from "../theme/class-names.ts";
import styles from "./state.module.css";

export interface ErrorStateProps
  extends Optional<{
    /** Name of the failure. */
    title: string;
    /** The technical line. */
    detail: string;
    /** Repeats the action; left out where that is not safe. */
    onRetry: () => void;
    kind: "error" | "offline" | "forbidden" | "missing";
  }> {
  /** Description in the user's words. */
  readonly message: string;
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
      {!detail || isBack ? null : kind === "missing" && !inline ? (
        <Disclosure summary="Details">
          <TechnicalLine detail={detail} />
        </Disclosure>
      ) : (
        <TechnicalLine detail={detail} />
      )}
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

const TechnicalLine = ({ detail }: { readonly detail: string }) => (
  <div className={styles.detail}>
    <code {...focusable}>{breakableAtSlashes(detail)}</code>
    <CopyButton text={detail} label="Copy details" />
  </div>
);

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
