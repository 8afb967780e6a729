import { CircleCheck, CircleX, Info, TriangleAlert, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { dismissToast, type ToastEntry, useToasts } from "./toast-store.ts";
import styles from "./toaster.module.css";

const marks = { success: CircleCheck, error: CircleX, info: Info, warning: TriangleAlert };

/** Milliseconds on screen; the timer pauses while one is hovered or has the focus. */
const durations = { error: 20_000, action: 12_000, other: 5_000 } as const;

/**
 * List of the toasts; mounted once by the app, above the status line. They have room of their own there, so that they
 * cover nothing; F8 focuses them.
 */
export function Toaster() {
  const entries = useToasts((state) => state.entries);
  return (
    <Radix.Provider label="Notification" swipeDirection="right">
      {entries.map((entry) => (
        <Toast key={entry.id} entry={entry} />
      ))}
      <div className={styles.strip}>
        <Radix.Viewport className={styles.viewport} label="Notifications ({hotkey})" />
      </div>
    </Radix.Provider>
  );
}

function Toast({ entry }: { readonly entry: ToastEntry }) {
  const { id, tone, title, description, detail, action } = entry;
  const duration =
    entry.duration ??
    (tone === "error" || detail ? durations.error : action ? durations.action : durations.other);
  return (
    <Radix.Root
      className={styles.toast}
      duration={duration}
      type={tone === "error" ? "foreground" : "background"}
      onOpenChange={(open) => !open && dismissToast(id)}
    >
      <Icon of={marks[tone]} className={cx(styles.mark, styles[tone])} label={tone} />
      <Radix.Title className={styles.title}>{title}</Radix.Title>
      <Radix.Close asChild>
        <IconButton label="Dismiss" icon={X} size="s" />
      </Radix.Close>
      <div className={styles.rest}>
        {description ? <Radix.Description>{description}</Radix.Description> : null}
        {detail ? (
          <div className={styles.detail}>
            <code>{detail}</code>
            <CopyButton text={detail} label="Copy details" />
          </div>
        ) : null}
        {action ? (
          <Radix.Action asChild altText={action.label} className={styles.actions}>
            <Button size="s" onClick={action.onSelect}>
              {action.label}
            </Button>
          </Radix.Action>
        ) : null}
      </div>
    </Radix.Root>
  );
}
