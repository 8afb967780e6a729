import { Slot } from "radix-ui";
import { type ReactNode, useId } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { cx } from "../theme/class-names.ts";
import floating from "./floating.module.css";
import { latePanel } from "./late-panel.tsx";
import styles from "./popover.module.css";
import { type TriggerEvents, useLateTrigger } from "./use-late-trigger.tsx";
import { useOpen } from "./use-open.ts";

interface PopoverProps
  extends Optional<{
    align: "start" | "center" | "end";
  }> {
  /** The button that opens it; one element. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  /** Name of the panel for assistive technology. */
  readonly label: string;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly side?: "top" | "right" | "bottom" | "left";
  /** Pixels between the button and the panel. */
  readonly gap?: number;
  /** Leaves the padding to the content. */
  readonly flush?: boolean;
  readonly className?: string;
}

const { Panel, preload } = latePanel(async () => (await import("./popover-panel.tsx")).PopoverPanel);

const events: TriggerEvents = {
  onPointerEnter: () => "intends",
  onFocus: () => "intends",
  onClick: () => "also opens",
};

/** A panel under a button. */
export function Popover({
  trigger: button,
  children,
  label,
  align = "start",
  side = "bottom",
  gap = 4,
  flush = false,
  className,
  ...opening
}: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useOpen(opening);
  const { trigger, standIn, isWanted } = useLateTrigger(events, preload);
  return (
    <>
      <Slot.Root
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-state={open ? "open" : "closed"}
        {...trigger}
      >
        {button}
      </Slot.Root>
      {isWanted || open ? (
        <Panel
          {...{ id, open, label, align, side, gap }}
          trigger={standIn}
          onOpenChange={setOpen}
          className={cx(floating.panel, flush ? styles.flush : styles.padded, className)}
        >
          {children}
        </Panel>
      ) : null}
    </>
  );
}
