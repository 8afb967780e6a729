import { PanelLeft } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { Button } from "../buttons/button.tsx";
import { Drawer } from "../overlays/drawer.tsx";
import { cx } from "../theme/class-names.ts";
import styles from "./split-pane.module.css";
import { useMedia } from "./use-media.ts";

interface SplitPaneProps
  extends Optional<{
    size: number;
  }> {
  /** Name of the resized part, such as "File tree". */
  readonly label: string;
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Pixels of the side that keeps its size; the other takes the rest. */
  readonly defaultSize?: number;
  readonly onSize?: (size: number) => void;
  readonly min?: number;
  readonly max?: number;
  /** Side that keeps its size. */
  readonly fixed?: "first" | "second";
  readonly direction?: "horizontal" | "vertical";
  /** Hides the handle, and the fixed side but for its `collapsedSize`. */
  readonly collapsed?: boolean;
  /** Pixels that stay of the fixed side while it is collapsed. */
  readonly collapsedSize?: number;
  /** Whether a narrow window shows the first pane only, because the second one is empty. */
  readonly firstAlone?: boolean;
  /** Beside the button that opens the first pane in a narrow window. */
  readonly bar?: ReactNode;
  /** Makes the fixed side, handle included, a landmark of the page. */
  readonly landmark?: { readonly role: "navigation" | "complementary"; readonly label: string };
}

const keyStepPx = 16;

/** Media query of windows in which two panes side by side leave no room for the content. */
const narrowWindow = "(width < 700px)";

/** Returns whether two panes side by side have no room, so that the first one is a drawer. */
export const useIsNarrowWindow = (): boolean => useMedia(narrowWindow);

/**
 * Two panes with a handle between them: drag it, or focus it and use the arrow keys, Home and End. In a narrow window the
 * first pane, where it is the fixed one, is a drawer behind a button; a fixed second pane is below the first.
 *
 * react-resizable-panels 4.24 also keeps a panel's pixels (`preserve-pixel-size`) and has the same keys and ARIA values.
 * It stays our own: `esbuild --bundle --minify | gzip -9`, with React external, makes 16.2 KB of the library's Group,
 * Panel and Separator and 2.3 KB of this file with all it imports, and the drawer, the landmark and the sizes in the
 * preferences would be around the library all the same.
 */
export function SplitPane({
  label,
  first,
  second,
  defaultSize = 260,
  size,
  onSize,
  min = 160,
  max = 640,
  fixed = "first",
  direction = "horizontal",
  collapsed = false,
  collapsedSize = 0,
  firstAlone = false,
  bar,
  landmark,
}: SplitPaneProps) {
  const [own, setOwn] = useState(defaultSize);
  const drag = useRef<{ readonly from: number; readonly size: number } | null>(null);
  const isNarrow = useIsNarrowWindow();
  const isStacked = isNarrow && fixed === "second";
  const horizontal = direction === "horizontal" && !isStacked;
  const current = Math.min(max, Math.max(min, size ?? own));
  const resize = (next: number) => {
    const bounded = Math.round(Math.min(max, Math.max(min, next)));
    setOwn(bounded);
    onSize?.(bounded);
  };
  const along = (event: PointerEvent) => (horizontal ? event.clientX : event.clientY);
  const sign = fixed === "first" ? 1 : -1;
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: along(event), size: current };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) resize(drag.current.size + sign * (along(event) - drag.current.from));
  };
  const end = () => {
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = horizontal ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const next =
      event.key === less
        ? current - sign * keyStepPx
        : event.key === more
          ? current + sign * keyStepPx
          : event.key === "Home"
            ? min
            : event.key === "End"
              ? max
              : null;
    if (next === null) return;
    event.preventDefault();
    resize(next);
  };
  // A focusable separator is the pattern for splitters; an <hr> could not be focused and dragged.
  const splitter = {
    role: "separator",
    tabIndex: 0,
    "aria-label": `Resize ${label}`,
    "aria-orientation": horizontal ? ("vertical" as const) : ("horizontal" as const),
    "aria-valuenow": current,
    "aria-valuemin": min,
    "aria-valuemax": max,
    onPointerDown,
    onPointerMove,
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick: () => resize(defaultSize),
    onKeyDown,
  };
  if (isNarrow && fixed === "first" && direction === "horizontal" && !collapsed) {
    return (
      <div className={cx(styles.split, styles.vertical)}>
        {firstAlone ? null : <PaneDrawer {...{ label, landmark, bar }}>{first}</PaneDrawer>}
        <div className={styles.rest}>{firstAlone ? first : second}</div>
      </div>
    );
  }
  const shown = collapsed ? collapsedSize : current;
  const style = horizontal ? { width: shown } : { height: isStacked ? "50%" : shown };
  const region = landmark ? { role: landmark.role, "aria-label": landmark.label } : {};
  const pane = (slot: "first" | "second", content: ReactNode) =>
    slot === fixed ? (
      <div className={styles.fixed} style={style} hidden={collapsed && collapsedSize === 0} {...region}>
        {content}
        {collapsed ? null : (
          <div className={cx(styles.handle, fixed === "second" && styles.before)} {...splitter} />
        )}
      </div>
    ) : (
      <div className={styles.rest}>{content}</div>
    );
  return (
    <div className={cx(styles.split, !horizontal && styles.vertical)}>
      {pane("first", first)}
      {pane("second", second)}
    </div>
  );
}

interface PaneDrawerProps
  extends Optional<{
    landmark: { readonly role: "navigation" | "complementary"; readonly label: string };
  }> {
  /** Name of the pane, such as "File tree". */
  readonly label: string;
  /** Beside the button. */
  readonly bar: ReactNode;
  readonly children: ReactNode;
}

/** A pane of a window too narrow for two: a button above the content opens it as a drawer, until it led elsewhere. */
function PaneDrawer({ label, landmark, bar, children }: PaneDrawerProps) {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  // Each route change renders the view that has the pane.
  useEffect(() => {
    if (openedAt !== null && openedAt !== window.location.href) setOpenedAt(null);
  });
  return (
    <>
      <div className={styles.bar}>
        <Button
          size="s"
          variant="ghost"
          icon={PanelLeft}
          aria-haspopup="dialog"
          onClick={() => setOpenedAt(window.location.href)}
        >
          {capitalize(label)}
        </Button>
        {bar}
      </div>
      <Drawer open={openedAt !== null} onOpenChange={(open) => !open && setOpenedAt(null)} label={label}>
        <div
          className={styles.pane}
          {...(landmark ? { role: landmark.role, "aria-label": landmark.label } : {})}
        >
          {children}
        </div>
      </Drawer>
    </>
  );
}
