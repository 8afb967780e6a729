import { AppWindow, CopyPlus, CopyX, Link2, Pin, X } from "lucide-react";
import { type DragEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import { visibleText } from "../../../shared/text/hidden-characters.ts";
import { shareUrl } from "../../features/addresses/web-url.ts";
import { StatusIcon } from "../../features/ci/ci-status.tsx";
import { useAccountLabel } from "../../state/host-state.ts";
import { pathOfHref, useRouteStatuses } from "../../state/route-status.ts";
import type { Tab } from "../../state/tab-list.ts";
import {
  activateTab,
  closeOtherTabs,
  closeTab,
  duplicateTab,
  keepTab,
  moveTab,
  stepTab,
} from "../../state/tabs.ts";
import { copyText } from "../../ui/buttons/copy-button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { ContextMenu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { accountOf, describeAddress, parseAddress, useAccountName } from "../navigation/app-location.ts";
import { isOutside, moveTabToWindow } from "../navigation/move-tab.ts";
import styles from "./tab-strip.module.css";

const dragged = "application/x-helve-tab";

interface OpenTabProps {
  readonly tab: Tab;
  readonly index: number;
  readonly active: boolean;
  /** The only tab, at home, has nothing to close. */
  readonly alone: boolean;
}

/** One tab. Arrows walk, Alt+Shift+arrows move it, Delete or a middle click closes it, dragging reorders or moves it out. */
export const OpenTab = memo(function OpenTab({ tab, index, active, alone }: OpenTabProps) {
  const [over, setOver] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const accountName = useAccountName();
  const { title, icon } = describeAddress(tab.href, accountName, tab.name);
  const status = useRouteStatuses((states) => states[pathOfHref(tab.href)]);
  const owner = useAccountLabel()(accountOf(parseAddress(tab.href)));
  const closable = !(alone && tab.href === "/");
  useEffect(() => {
    // The tab that the arrow keys select gets the focus.
    if (active && document.activeElement?.getAttribute("role") === "tab") element.current?.focus();
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step !== 0 && event.altKey && event.shiftKey) moveTab(tab.id, index + step);
    else if (step !== 0 && !event.altKey) stepTab(step);
    else if (event.key === "Delete" && closable) closeTab(tab.id);
    else if (event.key === "Enter" || event.key === " ") activateTab(tab.id);
    else return;
    event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const id = event.dataTransfer.getData(dragged);
    if (!id) return;
    event.preventDefault();
    moveTab(id, index);
  };
  const items = (
    <>
      {tab.isPreview ? (
        <MenuItem icon={Pin} onSelect={() => keepTab(tab.id)}>
          Keep open
        </MenuItem>
      ) : null}
      <MenuItem icon={CopyPlus} onSelect={() => duplicateTab(tab.href)}>
        Duplicate tab
      </MenuItem>
      <MenuItem icon={AppWindow} onSelect={() => moveTabToWindow(tab.id)} disabled={alone}>
        Move tab to new window
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => void copyText(shareUrl(tab.href))}>
        Copy link
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={X} onSelect={() => closeTab(tab.id)} disabled={!closable} command="tab.close">
        Close
      </MenuItem>
      <MenuItem icon={CopyX} onSelect={() => closeOtherTabs(tab.id)} disabled={alone}>
        Close others
      </MenuItem>
    </>
  );
  return (
    <ContextMenu items={items}>
      <div
        ref={element}
        role="tab"
        aria-selected={active}
        aria-controls="main"
        tabIndex={active ? 0 : -1}
        title={[visibleText(title), owner, tab.isPreview ? "Preview: double-click to keep it open" : null]
          .filter((line) => line !== null)
          .join("\n")}
        className={styles.tab}
        data-over={over}
        data-preview={tab.isPreview}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(dragged, tab.id)}
        onDragEnd={({ screenX: x, screenY: y, dataTransfer }) => {
          // Dropped on nothing that takes tabs.
          if (dataTransfer.dropEffect === "none" && isOutside({ x, y })) moveTabToWindow(tab.id, { x, y });
        }}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(dragged)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        onClick={() => activateTab(tab.id)}
        onDoubleClick={() => keepTab(tab.id)}
        onAuxClick={(event) => {
          if (event.button === 1 && closable) closeTab(tab.id);
        }}
        onKeyDown={onKeyDown}
      >
        <Icon of={icon} size={14} />
        <span className={cx(layout.ellipsis, styles.title)}>{title}</span>
        {status === undefined ? null : <StatusIcon status={status} size={13} />}
        {closable ? (
          // Reached by keyboard through Delete; screen readers could not reach a button inside of a tab.
          <span
            className={styles.close}
            aria-hidden
            onPointerDown={(event) => event.stopPropagation()}
            onPointerUp={(event) => {
              event.stopPropagation();
              if (event.button === 0) closeTab(tab.id);
            }}
          >
            <Icon of={X} size={13} />
          </span>
        ) : null}
      </div>
    </ContextMenu>
  );
});
