import { useRouter } from "@tanstack/react-router";
import { ArrowLeft, ArrowRight, PanelLeft, Plus, Search } from "lucide-react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { narrowWindow, toggleSidebar, useLayout, useSidebarDrawer } from "../../state/layout.ts";
import { openTab, useTabs } from "../../state/tabs.ts";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { openPalette } from "../palette/palette-state.ts";
import { OpenTab } from "./open-tab.tsx";
import { TabMenu } from "./tab-menu.tsx";
import styles from "./tab-strip.module.css";
import { useTabOverflow } from "./use-tab-overflow.ts";

/** Media query of windows in which Forward and New tab are items of the menu of tabs. */
const foldedTools = "(width < 560px)";

/** The top bar: back and forward, tabs, search. */
export function TabStrip() {
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
    <header className={styles.strip}>
      <div className={styles.tools}>
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
      <div ref={list} className={styles.tabs} role="tablist" aria-label="Tabs">
        <OpenTabs />
      </div>
      {overflows || isFolded ? <TabMenu /> : null}
      {isFolded ? null : (
        <IconButton label="New tab" icon={Plus} command="tab.new" onClick={() => openTab(hrefs.home)} />
      )}
      <div className={styles.end}>
        <button type="button" className={styles.search} onClick={() => openPalette()}>
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
