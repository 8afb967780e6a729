import { Slot } from "radix-ui";
import { type ReactNode, useId, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { CommandKeys, Kbd } from "../buttons/kbd.tsx";
import { latePanel } from "./late-panel.tsx";
import styles from "./tooltip.module.css";
import { type TriggerEvents, useLateTrigger } from "./use-late-trigger.tsx";

interface TooltipProps
  extends Optional<{
    /** Keys that do the same, such as `mod+b`; see `command` for those that the user may change. */
    keys: string;
    /** Id of the command that does the same, whose keys are shown. */
    command: string;
    side: "top" | "right" | "bottom" | "left";
  }> {
  /** Null for nothing to explain now. */
  readonly content: ReactNode;
  /** One focusable element. */
  readonly children: ReactNode;
}

const { Panel, preload } = latePanel(async () => (await import("./tooltip-panel.tsx")).TooltipPanel);

const leaves = () => "leaves" as const;
const events: TriggerEvents = {
  onPointerMove: ({ pointerType }) => (pointerType === "touch" ? null : "also opens"),
  onPointerLeave: leaves,
  onPointerDown: leaves,
  onFocus: () => "also opens",
  onBlur: leaves,
  onClick: leaves,
};

/** Explanation of the hovered or focused element. Never the only source of needed information. */
export function Tooltip({ content, keys, command, side = "bottom", children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { trigger, standIn, isWanted } = useLateTrigger(events, preload);
  return (
    <>
      <Slot.Root aria-describedby={open && content !== null ? id : undefined} {...trigger}>
        {children}
      </Slot.Root>
      {isWanted && content !== null ? (
        <Panel trigger={standIn} id={id} onOpenChange={setOpen} side={side} className={styles.tooltip}>
          {content}
          {keys ? <Kbd keys={keys} /> : null}
          {command ? <CommandKeys command={command} /> : null}
        </Panel>
      ) : null}
    </>
  );
}
