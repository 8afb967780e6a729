import type { AnyRouter } from "@tanstack/react-router";
import { useTabs, visitTab } from "../../state/tabs.ts";

/**
 * Syncs the address with the tabs: navigation updates the active tab; activating another tab navigates. Each history
 * entry stores its tab, so that Back returns to the tab as well.
 */
export function syncTabs(router: AnyRouter): void {
  const { history } = router;
  const tabOf = new Map<string, string>();
  const entry = () => history.location.state.__TSR_key ?? "";

  const goToActive = () => {
    const { tabs, activeId } = useTabs.getState();
    const active = tabs.find(({ id }) => id === activeId);
    if (active && active.href !== history.location.href) history.push(active.href);
  };
  const noteAddress = () => {
    const { tabs, activeId } = useTabs.getState();
    const known = tabOf.get(entry());
    const owner = known && tabs.some(({ id }) => id === known) ? known : activeId;
    tabOf.set(entry(), owner);
    visitTab(owner, history.location.href);
  };
  const active = useTabs.getState().tabs.find(({ id }) => id === useTabs.getState().activeId);
  if (active && active.href !== history.location.href) history.replace(active.href);
  noteAddress();
  history.subscribe(noteAddress);
  useTabs.subscribe(goToActive);
}
