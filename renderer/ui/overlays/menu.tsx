import { Slot } from "radix-ui";
import { type ReactNode, useId, useRef, useState } from "react";
import floating from "./floating.module.css";
import { latePanel } from "./late-panel.tsx";
import { type TriggerEvents, useLateTrigger } from "./use-late-trigger.tsx";
import { useOpen } from "./use-open.ts";

interface MenuProps {
  /** The button that opens the menu; one element. */
  readonly trigger: ReactNode;
  /** MenuItem, MenuLabel, MenuSeparator. */
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

const menu = latePanel(async () => (await import("./menu-panel.tsx")).MenuPanel);

const openingKeys = ["Enter", " ", "ArrowDown"];
const events: TriggerEvents = {
  onPointerEnter: () => "intends",
  onFocus: () => "intends",
  onPointerDown: ({ button, ctrlKey }) => (button === 0 && !ctrlKey ? "opens" : null),
  onKeyDown: ({ key }) => (openingKeys.includes(key) ? "opens" : null),
};

/** A menu under a button. */
export function Menu({ trigger: button, children, align = "start", side = "bottom", ...opening }: MenuProps) {
  const id = useId();
  const panelId = `${id}-menu`;
  const [open, setOpen] = useOpen(opening);
  const isByKey = useRef(false);
  const takeKey = () => {
    const was = isByKey.current;
    isByKey.current = false;
    return was;
  };
  const { trigger, standIn, isWanted } = useLateTrigger(events, menu.preload);
  return (
    <>
      <Slot.Root
        id={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        data-state={open ? "open" : "closed"}
        {...trigger}
        onPointerDownCapture={() => {
          isByKey.current = false;
        }}
        onKeyDownCapture={() => {
          isByKey.current = true;
        }}
      >
        {button}
      </Slot.Root>
      {isWanted || open ? (
        <menu.Panel
          {...{ open, align, side }}
          trigger={standIn}
          buttonId={id}
          id={panelId}
          onOpenChange={setOpen}
          takeKey={takeKey}
          className={floating.panel}
        >
          {children}
        </menu.Panel>
      ) : null}
    </>
  );
}

interface ContextMenuProps {
  /** Element to right-click; exactly one. */
  readonly children: ReactNode;
  readonly items: ReactNode;
  readonly disabled?: boolean;
}

const contextMenu = latePanel(async () => (await import("./menu-panel.tsx")).ContextMenuPanel);

const contextEvents: TriggerEvents = {
  onContextMenu: () => "opens",
  // A long press opens it too, for which the panel has to see its beginning.
  onPointerDown: ({ pointerType }) => (pointerType === "mouse" ? null : "also opens"),
  onPointerMove: () => null,
  onPointerUp: () => "leaves",
  onPointerCancel: () => "leaves",
};
const noEvents: TriggerEvents = {};

/** A menu at the pointer (right click, menu key, Shift+F10) with the same items as {@link Menu}. */
export function ContextMenu({ children, items, disabled = false }: ContextMenuProps) {
  const [open, setOpen] = useState(false);
  const { trigger, standIn, isWanted } = useLateTrigger(
    disabled ? noEvents : contextEvents,
    contextMenu.preload,
  );
  return (
    <>
      <Slot.Root data-state={open ? "open" : "closed"} data-disabled={disabled ? "" : undefined} {...trigger}>
        {children}
      </Slot.Root>
      {isWanted ? (
        <contextMenu.Panel
          {...{ open, disabled }}
          trigger={standIn}
          onOpenChange={setOpen}
          className={floating.panel}
        >
          {items}
        </contextMenu.Panel>
      ) : null}
    </>
  );
}
