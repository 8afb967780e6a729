import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useDeferredValue } from "react";
import { useAnnouncement } from "../../state/announce.ts";
import { changeLayout, narrowWindow, useLayout } from "../../state/layout.ts";
import flow from "../../ui/flow.module.css";
import { SplitPane } from "../../ui/split-pane.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { WhenIdle } from "../../ui/when-idle.tsx";
import { useGlobalCommands } from "../commands/use-global-commands.ts";
import { usePalette } from "../palette/palette-state.ts";
import { WaitingPalette } from "../palette/waiting-palette.tsx";
import { CommandKeysProvider } from "../shortcuts/command-keys-provider.tsx";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";
import { Banner } from "./banner.tsx";
import { CrumbLine } from "./crumb-line.tsx";
import { ListGapNotice } from "./list-gap-notice.tsx";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { SidebarDrawer } from "./sidebar-drawer.tsx";
import { StatusLine } from "./status-line.tsx";
import { TabStrip } from "./tab-strip.tsx";
import { useNewTabClicks } from "./use-new-tab-clicks.ts";
import { useRouteChange } from "./use-route-change.ts";

const Background = lazy(async () => ({ default: (await import("./background.tsx")).Background }));

/** The window: sidebar, tabs, breadcrumbs, the view, and the status line. A route change does not render it again. */
export function Shell() {
  // The frame renders first, its content afterwards in slices.
  const drawn = useDeferredValue(true, false);
  const sidebarWidth = useLayout((state) => state.sidebarWidth);
  const sidebarHidden = useLayout((state) => state.sidebarHidden);
  const isPaletteOpen = usePalette((state) => state.open);
  const isNarrow = useMedia(narrowWindow);
  return (
    <CommandKeysProvider>
      <WindowEvents />
      <div className={styles.shell}>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <div className={flow.fill}>
          <SplitPane
            label="Sidebar"
            landmark={{ role: "navigation", label: "Main" }}
            size={sidebarWidth}
            onSize={(width) => changeLayout({ sidebarWidth: width })}
            defaultSize={236}
            min={180}
            max={420}
            collapsed={sidebarHidden || isNarrow}
            first={isNarrow ? null : <Sidebar />}
            second={
              <div className={styles.column}>
                <TabStrip />
                <div className={styles.sheet}>
                  <CrumbLine />
                  <Banner />
                  <ListGapNotice />
                  <main id="main" tabIndex={-1} className={styles.main}>
                    {drawn ? <Outlet /> : null}
                  </main>
                </div>
              </div>
            }
          />
        </div>
        {isNarrow ? <SidebarDrawer /> : null}
        <StatusLine />
        <LiveRegion />
        <WaitingPalette />
        <WhenIdle now={isPaletteOpen}>
          <Suspense>
            <Background />
          </Suspense>
        </WhenIdle>
      </div>
    </CommandKeysProvider>
  );
}

/** Handles keys, commands, clicks and route changes; renders nothing. */
function WindowEvents() {
  useShortcuts();
  useGlobalCommands();
  useNewTabClicks();
  useRouteChange();
  return null;
}

/** Announces messages to screen readers. */
function LiveRegion() {
  const { text, count } = useAnnouncement();
  return (
    <VisuallyHidden>
      <div aria-live="polite" aria-atomic="true">
        <span key={count}>{text}</span>
      </div>
    </VisuallyHidden>
  );
}
