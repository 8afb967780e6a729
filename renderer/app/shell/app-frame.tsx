import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { ArrowLeft, ArrowRight, ChevronDown, PanelLeft, Plus, Search } from "lucide-react";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { layoutDefaults } from "../../../shared/documents/interface-defaults.ts";
import { useAnnouncement } from "../../state/announce.ts";
import {
  changeLayout,
  closeSidebarDrawer,
  narrowWindow,
  toggleSidebar,
  useLayout,
  useSidebarDrawer,
} from "../../state/layout.ts";
import { activateTab, keepTab, openHomeTab, openTab, useTabs } from "../../state/tabs.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Kbd } from "../../ui/buttons/kbd.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { Drawer } from "../../ui/overlays/drawer.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { PlaceContext } from "../../ui/panes/place.ts";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import { useMedia } from "../../ui/panes/use-media.ts";
import flow from "../../ui/theme/flow.module.css";
import { describeAddress, useAccountName } from "../navigation/app-location.ts";
import { openPalette, usePalette, WaitingPalette } from "../palette/waiting-palette.tsx";
import { CommandKeysProvider, useShortcuts } from "../shortcuts/use-shortcuts.tsx";
import { WhenQuiet } from "../until-quiet.tsx";
import { useGlobalCommands } from "../window-commands.ts";
import styles from "./app-frame.module.css";
import { Banner, ListGapNotice } from "./banner.tsx";
import { hideBarsOnScroll } from "./hide-bars.ts";
import { OpenTab } from "./open-tab.tsx";
import { PlaceBar, place } from "./place-bar.tsx";
import { Rail } from "./rail.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StatusLine } from "./status-line.tsx";
import tabStripStyles from "./tab-strip.module.css";
import { useRouteChange } from "./use-route-change.ts";

const Background = lazy(async () => ({ default: (await import("./background.tsx")).Background }));

/**
 * The window: rail and sidebar, tabs, the place where the view has no head, the view (or `children`), and the status line.
 * A route change does not render it again.
 */
export function AppFrame({ children = <Outlet /> }: { readonly children?: ReactNode }) {
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
            size={railWidth + sidebarWidth}
            onSize={(width) => changeLayout({ sidebarWidth: width - railWidth })}
            defaultSize={railWidth + layoutDefaults.sidebarWidth}
            min={railWidth + 160}
            max={railWidth + 420}
            collapsed={sidebarHidden || isNarrow}
            collapsedSize={isNarrow ? 0 : railWidth}
            first={isNarrow ? null : <Navigation isSidebarHidden={sidebarHidden} />}
            second={
              <div className={styles.column}>
                <TabStrip />
                <div className={styles.sheet} ref={hideBarsOnScroll}>
                  <PlaceBar />
                  <Banner />
                  <ListGapNotice />
                  <main id="main" tabIndex={-1} className={styles.main}>
                    <PlaceContext value={place}>{children}</PlaceContext>
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
        <WhenQuiet now={isPaletteOpen}>
          <Suspense>
            <Background />
          </Suspense>
        </WhenQuiet>
      </div>
    </CommandKeysProvider>
  );
}

/** Pixels of the rail, which `--rail` of tokens.css has for its style sheet. */
const railWidth = 48;

/** The rail, which stays, and the sidebar beside it. */
const Navigation = ({ isSidebarHidden = false }: { readonly isSidebarHidden?: boolean }) => (
  <div className={styles.navigation} data-folded={isSidebarHidden}>
    <Rail />
    {isSidebarHidden ? null : <Sidebar />}
  </div>
);

/** Handles keys, commands, clicks and route changes; renders nothing. */
function WindowEvents() {
  useShortcuts();
  useGlobalCommands();
  useNewTabClicks();
  useKeptByTyping();
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

/** The sidebar of a narrow window, over the page until a link in it is chosen. */
function SidebarDrawer() {
  const isOpen = useSidebarDrawer((state) => state.isOpen);
  const { href } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by each route change
  useEffect(closeSidebarDrawer, [href]);
  return (
    <Drawer open={isOpen} onOpenChange={(open) => !open && closeSidebarDrawer()} label="Sidebar">
      <nav aria-label="Main" className={styles.drawer}>
        <Navigation />
      </nav>
    </Drawer>
  );
}

/** Makes a middle click, or a click with Ctrl or Command, on any link of the app open a tab in the background. */
function useNewTabClicks(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const wanted = event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey));
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!wanted || !(link instanceof HTMLAnchorElement)) return;
      const inApp = link.origin === window.location.origin && !link.pathname.startsWith("/-/");
      if (!inApp || link.hasAttribute("download") || link.target === "_blank") return;
      event.preventDefault();
      event.stopPropagation();
      openTab(link.pathname + link.search + link.hash, { background: !event.shiftKey });
    };
    document.addEventListener("click", onClick, true);
    document.addEventListener("auxclick", onClick, true);
    return () => {
      document.removeEventListener("click", onClick, true);
      document.removeEventListener("auxclick", onClick, true);
    };
  }, []);
}

/** Texts of the view that are written, not what filters a list. */
const written = '#main :is(textarea, [contenteditable="true"], div[role="textbox"])';

/** Keeps the active tab once something is written in its view. */
function useKeptByTyping(): void {
  useEffect(() => {
    const keep = ({ target }: Event) => {
      if (target instanceof Element && target.matches(written)) keepTab(useTabs.getState().activeId);
    };
    // The editor's text field has no `input` event.
    const onKeyDown = (event: KeyboardEvent) => {
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
      if (isText && !event.isComposing) keep(event);
    };
    document.addEventListener("keydown", onKeyDown, true);
    document.addEventListener("input", keep, true);
    document.addEventListener("paste", keep, true);
    return () => {
      document.removeEventListener("keydown", onKeyDown, true);
      document.removeEventListener("input", keep, true);
      document.removeEventListener("paste", keep, true);
    };
  }, []);
}

/** Media query of windows in which Forward and New tab are items of the menu of tabs. */
const foldedTools = "(width < 560px)";

/** The top bar: back and forward, tabs, search. */
function TabStrip() {
  const { history } = useRouter();
  const isNarrow = useMedia(narrowWindow);
  const isFolded = useMedia(foldedTools);
  const count = useTabs(({ tabs }) => tabs.length);
  const activeId = useTabs((state) => state.activeId);
  const [list, overflows] = useTabOverflow(count, activeId);
  const drawerOpen = useSidebarDrawer((state) => state.isOpen);
  const hidden = useLayout((state) => state.sidebarHidden);
  const sidebarHidden = isNarrow ? !drawerOpen : hidden;
  return (
    <header className={tabStripStyles.strip}>
      <div className={tabStripStyles.tools}>
        <IconButton
          label={sidebarHidden ? "Show sidebar" : "Hide sidebar"}
          icon={PanelLeft}
          command="window.sidebar"
          pressed={!sidebarHidden}
          onClick={toggleSidebar}
        />
        <IconButton label="Back" icon={ArrowLeft} command="window.back" onClick={() => history.back()} />
        {isFolded ? null : (
          <IconButton
            label="Forward"
            icon={ArrowRight}
            command="window.forward"
            onClick={() => history.forward()}
          />
        )}
      </div>
      <div
        ref={list}
        className={tabStripStyles.tabs}
        role="tablist"
        aria-label="Tabs"
        onWheel={({ currentTarget, deltaX, deltaY }) => {
          currentTarget.scrollLeft += deltaX + deltaY;
        }}
      >
        <OpenTabs />
      </div>
      {overflows || isFolded ? <TabMenu /> : null}
      {isFolded ? null : <IconButton label="New tab" icon={Plus} command="tab.new" onClick={openHomeTab} />}
      <div className={tabStripStyles.end}>
        <button type="button" className={tabStripStyles.search} onClick={() => openPalette()}>
          <Icon of={Search} size={14} />
          <span>Search and commands</span>
          <Kbd keys="mod+k" />
        </button>
      </div>
    </header>
  );
}

function OpenTabs() {
  const { tabs, activeId } = useTabs();
  return tabs.map((tab, index) => (
    <OpenTab key={tab.id} tab={tab} index={index} active={tab.id === activeId} alone={tabs.length === 1} />
  ));
}

/** All tabs, for a strip without room for them, and what a narrow strip leaves out. */
function TabMenu() {
  const { history } = useRouter();
  const tabs = useTabs((state) => state.tabs);
  const accountName = useAccountName();
  return (
    <Menu align="end" trigger={<IconButton label={`All tabs (${tabs.length})`} icon={ChevronDown} />}>
      {tabs.map(({ id, href, name }) => {
        const { title, icon } = describeAddress(href, accountName, name);
        return (
          <MenuItem key={id} icon={icon} onSelect={() => activateTab(id)}>
            {title}
          </MenuItem>
        );
      })}
      <MenuSeparator />
      <MenuItem icon={Plus} command="tab.new" onSelect={openHomeTab}>
        New tab
      </MenuItem>
      <MenuItem icon={ArrowLeft} command="window.back" onSelect={() => history.back()}>
        Back
      </MenuItem>
      <MenuItem icon={ArrowRight} command="window.forward" onSelect={() => history.forward()}>
        Forward
      </MenuItem>
    </Menu>
  );
}

/**
 * Returns a ref for the list of tabs, and whether it is too narrow for them. Keeps the active tab in view when tabs
 * are added, removed or resized, or the window is.
 */
function useTabOverflow(
  count: number,
  activeId: string,
): [list: RefObject<HTMLDivElement | null>, overflows: boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes again when tabs or the active one change
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    // Called once at the start too, after the page was laid out.
    const observer = new ResizeObserver(() => {
      setOverflows(list.scrollWidth > list.clientWidth + 1);
      const active = list.querySelector("[aria-selected=true]");
      active?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    observer.observe(list);
    for (const tab of list.children) observer.observe(tab);
    return () => observer.disconnect();
  }, [count, activeId]);
  return [ref, overflows];
}
