import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import {
  appearanceDefaults,
  layoutDefaults,
  preferenceDefaults,
} from "../../../shared/documents/interface-defaults.ts";
import type { StoredDocument } from "../../../shared/host/documents.ts";
import { type DrawFrame, preferencesKey, type StartData } from "../../../shared/host/start-data.ts";
import { createQueryClient } from "../../api/query-client.ts";
import { QuietContext } from "../../api/quiet-context.ts";
import { parsePlainSearch, stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import { useHostState } from "../../state/host-state.ts";
import { type Layout, layoutKey, useLayout } from "../../state/layout.ts";
import { type Preferences, usePreferences } from "../../state/preferences.ts";
import { projectsKey, type RecentProject, useRecentProjects } from "../../state/recent-projects.ts";
import { afterStart, homeHref, type Tab, type TabList } from "../../state/tab-list.ts";
import { tabsKey, useTabs } from "../../state/tabs.ts";
import { registerViews } from "../compose-views.ts";
import styles from "../shell/app-frame.module.css";
import { AppFrame } from "../shell/app-frame.tsx";

/**
 * Draws the window without a view, as the page itself draws it first. The host puts it into the HTML, so that it is on the
 * screen before the page's script has run; React replaces it. It runs in the host's process (`vite.browser.config.ts`,
 * `vite.desktop.config.ts`): no effect runs, and everything that is drawn is passed in.
 */
export const drawFrame: DrawFrame = (data, href) => {
  const { tabs, activeId } = showStart(data, href);
  const shown = tabs.find(({ id }) => id === activeId)?.href ?? href;
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [shown] }),
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
  });
  const html = renderToStaticMarkup(
    // Nothing in it works before the page does.
    <div className={styles.frame} data-drawn="" inert>
      <QueryClientProvider client={createQueryClient()}>
        <QuietContext value={false}>
          <RouterContextProvider router={router}>
            <AppFrame>{null}</AppFrame>
          </RouterContextProvider>
        </QuietContext>
      </QueryClientProvider>
    </div>,
  );
  return { html, href: shown };
};

registerViews();

/** The desktop's menu has what views say, without a list of its own. */
export { menuEntries } from "../compose-views.ts";
/** The host makes the page's first reads before the page can. */
export { readFirst } from "./read-first.ts";

const fresh: TabList = { tabs: [{ id: "first", href: homeHref, isPreview: true }], activeId: "first" };

/** Sets all state that the frame shows, none of an earlier frame stays. Returns the tabs. */
function showStart({ documents, accounts }: StartData, href: string): TabList {
  const saved = documentValue<TabList>(documents.layout, tabsKey);
  const list = afterStart(saved, fresh, hrefOfTab(saved?.tabs ?? [], href));
  useTabs.setState(list);
  useHostState.setState({ accounts: accounts ?? null });
  useLayout.setState(documentValue<Layout>(documents.layout, layoutKey) ?? layoutDefaults);
  usePreferences.setState(
    documentValue<Preferences>(documents.preferences, preferencesKey) ?? {
      ...appearanceDefaults,
      ...preferenceDefaults,
    },
  );
  useRecentProjects.setState({
    recent: documentValue<readonly RecentProject[]>(documents.recent, projectsKey) ?? [],
    pinned: documentValue<readonly RecentProject[]>(documents.pinned, projectsKey) ?? [],
  });
  return list;
}

/** Returns the address of the open tab that a request is for: the part after `#` is not sent to a server. */
const hrefOfTab = (tabs: readonly Tab[], href: string): string =>
  href === homeHref
    ? href
    : (tabs.find((tab) => tab.href === href || tab.href.startsWith(`${href}#`))?.href ?? href);

/** Returns the value of a document, which the host has checked by its shape. */
const documentValue = <T,>(stored: readonly StoredDocument[] | undefined, key: string): T | undefined =>
  stored?.find((document) => document.key === key)?.value as T | undefined;
