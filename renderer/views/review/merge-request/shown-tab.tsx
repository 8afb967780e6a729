import { useRouter } from "@tanstack/react-router";
import { createContext, type MouseEvent, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { AppLink, type AppLinkProps, useGo } from "../../../features/addresses/app-link.tsx";
import { PersistentPane } from "../../../ui/panes/persistent-pane.tsx";

interface ShownTab {
  /** Name of the tab that is shown: the address's, or the one that is pressed. */
  readonly shown: string;
  /** Shows a tab while its link, at `box`, is pressed; a release there calls `open`, any other one takes the press back. */
  readonly press: (name: string, box: DOMRect, open: () => void) => void;
}

const ShownTabContext = createContext<ShownTab>({ shown: "", press: () => {} });

/** Milliseconds within which the address has the tab that was opened. */
const openingMs = 2_000;

interface ShownTabProviderProps {
  /** The tab of the address. */
  readonly tab: string;
  readonly children: ReactNode;
}

/**
 * Provides the tab that is shown. A press shows a tab that is drawn already; what depends on the address follows with the
 * release.
 */
export function ShownTabProvider({ tab, children }: ShownTabProviderProps) {
  const [pressed, setPressed] = useState<{ readonly from: string; readonly name: string } | null>(null);
  const shown = pressed?.from === tab ? pressed.name : tab;
  const value = useMemo(
    (): ShownTab => ({
      shown,
      press(name, box, open) {
        const own = { from: tab, name };
        setPressed(own);
        const ended = new AbortController();
        const end = (isChosen: boolean) => {
          ended.abort();
          if (isChosen) open();
          setTimeout(() => setPressed((now) => (now === own ? null : now)), isChosen ? openingMs : 0);
        };
        // The link may be elsewhere by now, so that no click follows.
        const release = ({ clientX: x, clientY: y }: PointerEvent) =>
          end(x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
        addEventListener("pointerup", release, { signal: ended.signal, capture: true });
        for (const type of ["pointercancel", "blur"]) addEventListener(type, () => end(false), ended);
      },
    }),
    [shown, tab],
  );
  return <ShownTabContext value={value}>{children}</ShownTabContext>;
}

/** Returns the name of the tab that is shown. */
export const useShownTab = (): string => useContext(ShownTabContext).shown;

interface OfTabProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Content of a tab while it is shown. */
export const OnTab = ({ name, children }: OfTabProps) => (useShownTab() === name ? children : null);

/** The content of a tab, which stays mounted. */
export const TabPane = ({ name, children }: OfTabProps) => (
  <PersistentPane shown={useShownTab() === name}>{children}</PersistentPane>
);

interface TabLinkProps extends AppLinkProps {
  readonly name: string;
  /** Whether the tab is drawn, so that a press can show it. */
  readonly isDrawn: boolean;
}

/** The link of a tab. */
export function TabLink({ name, isDrawn, ...rest }: TabLinkProps) {
  const { shown, press } = useContext(ShownTabContext);
  const { history } = useRouter();
  const go = useGo();
  const isOpened = useRef(false);
  const open = () => {
    isOpened.current = true;
    const { href } = history.location;
    // What depends on the address is drawn after what is shown already.
    void untilPainted().then(() => history.location.href === href && go(rest.href));
  };
  return (
    <AppLink
      {...rest}
      aria-current={shown === name ? "page" : undefined}
      onPointerDown={(event) => {
        isOpened.current = false;
        // A finger may be about to scroll.
        if (!isPlain(event) || !isDrawn || event.pointerType !== "mouse" || shown === name) return;
        press(name, event.currentTarget.getBoundingClientRect(), open);
      }}
      onClick={(event) => {
        // The release has opened it; a key has none.
        if (isOpened.current && event.detail > 0) event.preventDefault();
      }}
    />
  );
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);

/** Resolves once the next frame is on the screen: in a task after the beginning of the one that follows it. */
const untilPainted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
