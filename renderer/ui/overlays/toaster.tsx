import { CircleCheck, CircleX, Info, TriangleAlert, X } from "lucide-react";
import { DismissableLayer } from "radix-ui/internal";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton } from "../buttons/button.tsx";
import { CopyButton } from "../buttons/copy-button.tsx";
import { Icon } from "../marks/icon.tsx";
import { cx } from "../theme/class-names.ts";
import {
  dismissToast,
  dropLatestAction,
  shownToasts,
  type ToastEntry,
  useToastStrip,
  useToasts,
} from "./toast.tsx";
import styles from "./toaster.module.css";

const marks = { success: CircleCheck, error: CircleX, info: Info, warning: TriangleAlert };

/** Milliseconds on screen; the timer pauses while one is hovered or has the focus. */
const durations = { error: 20_000, action: 12_000, other: 5_000 } as const;

/**
 * List of the toasts; mounted once by the app, above the status line. They lie over the page, so that nothing moves under
 * the pointer, and not over what caused them. F8 focuses them, and Escape closes the one that has the focus: anywhere else it belongs to what is
 * open, which is why these are not layers of Radix (its toasts take Escape from the dialog below them).
 */
export function Toaster() {
  const entries = useToasts((state) => state.entries);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element>(null);
  const [isPaused, setPaused] = useState(false);
  const isEmpty = entries.length === 0;
  const [side, setSide] = useState<"start" | "end">("end");
  const latest = entries.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further one may have another cause
  useLayoutEffect(() => {
    const shown = region.current;
    const cause = document.activeElement;
    if (!shown || !cause || cause === document.body || shown.contains(cause)) return;
    if (areOverlapping(shown, cause)) setSide((now) => (now === "end" ? "start" : "end"));
  }, [latest]);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "F8") region.current?.focus();
    };
    const onBlur = () => setPaused(true);
    const onFocus = () => setPaused(false);
    document.addEventListener("keydown", onKeyDown);
    window.addEventListener("blur", onBlur);
    window.addEventListener("focus", onFocus);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("blur", onBlur);
      window.removeEventListener("focus", onFocus);
    };
  }, []);
  useEffect(() => {
    if (!region.current) return;
    const observer = new ResizeObserver(([entry]) =>
      useToastStrip.setState({ height: entry?.contentRect.height ?? 0 }),
    );
    observer.observe(region.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isEmpty) return;
    setSide("end");
    setPaused(false);
    if (isFocusIn(region.current) && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }, [isEmpty]);
  const close = (id: number) => {
    // A removed button would leave the focus nowhere.
    if (isFocusIn(region.current)) region.current?.focus();
    dismissToast(id);
  };
  return (
    <DismissableLayer.Branch className={styles.strip} data-side={side}>
      <section
        ref={region}
        aria-label="Notifications (F8)"
        tabIndex={-1}
        onPointerMove={() => setPaused(true)}
        onPointerLeave={({ currentTarget }) => setPaused(isFocusIn(currentTarget))}
        onFocus={({ currentTarget, relatedTarget }) => {
          setPaused(true);
          if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        }}
        onBlur={({ currentTarget, relatedTarget }) => setPaused(currentTarget.contains(relatedTarget))}
      >
        <ol className={styles.list} aria-live="polite" aria-relevant="additions">
          {shownToasts(entries).map((entry) => (
            <Toast key={entry.id} entry={entry} isPaused={isPaused} onClose={() => close(entry.id)} />
          ))}
        </ol>
      </section>
    </DismissableLayer.Branch>
  );
}

const isFocusIn = (element: Element | null): boolean => element?.contains(document.activeElement) ?? false;

function areOverlapping(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

interface ToastProps {
  readonly entry: ToastEntry;
  /** Whether its timer waits. */
  readonly isPaused: boolean;
  readonly onClose: () => void;
}

function Toast({ entry, isPaused, onClose }: ToastProps) {
  const { tone, title, description, detail, actions, count } = entry;
  const action = actions.at(-1);
  const duration =
    entry.duration ??
    (tone === "error" || detail ? durations.error : action ? durations.action : durations.other);
  useTimer(duration, isPaused, onClose);
  return (
    <li
      className={styles.toast}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Icon of={marks[tone]} className={cx(styles.mark, styles[tone])} label={tone} />
      <div className={styles.title}>
        <span>{title}</span>
        {count > 1 ? <span className={styles.count}> · {count} times</span> : null}
      </div>
      <IconButton label="Dismiss" icon={X} size="s" onClick={onClose} />
      <div className={styles.rest}>
        {description ? <div>{description}</div> : null}
        {detail ? (
          <div className={styles.detail}>
            <code>{detail}</code>
            <CopyButton text={detail} label="Copy details" />
          </div>
        ) : null}
        {action ? (
          <Button
            size="s"
            className={styles.action}
            onClick={() => {
              if (actions.length > 1) dropLatestAction(entry.id);
              action.onSelect();
              if (actions.length === 1) onClose();
            }}
          >
            {action.label}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** Calls `onEnd` once `duration` milliseconds have passed, without the time in which it is paused. */
function useTimer(duration: number, isPaused: boolean, onEnd: () => void): void {
  const left = useRef(duration);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused) return;
    const start = Date.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - start;
    };
  }, [isPaused]);
}
