import { create } from "zustand";
import { layoutDefaults } from "../../shared/documents/interface-defaults.ts";
import type { SingleDocument } from "../../shared/documents/shapes.ts";
import { readDocument } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";

/** The layout of the window. */
export type Layout = SingleDocument<"layout", "window">;

/** Key of its document. */
export const layoutKey = "window";

export const useLayout = create<Layout>(() => layoutDefaults);

const writer = createDocumentWriter("layout", () => undefined);

export async function loadLayout(): Promise<void> {
  const saved = await readDocument("layout", layoutKey).catch(() => undefined);
  if (saved) useLayout.setState(saved);
}

/** Changes parts of the window's layout and stores it. */
export function changeLayout(patch: Partial<Layout>): void {
  useLayout.setState(patch);
  writer.save(layoutKey, useLayout.getState());
}

/** Media query of windows so narrow that the sidebar is a drawer. */
export const narrowWindow = "(width < 1000px)";

/** State of the drawer that has the sidebar in a narrow window. */
export const useSidebarDrawer = create(() => ({ isOpen: false }));

export const closeSidebarDrawer = (): void => useSidebarDrawer.setState({ isOpen: false });

/** Shows or hides the sidebar, which is a drawer in a narrow window. */
export function toggleSidebar(): void {
  if (matchMedia(narrowWindow).matches) useSidebarDrawer.setState(({ isOpen }) => ({ isOpen: !isOpen }));
  else changeLayout({ sidebarHidden: !useLayout.getState().sidebarHidden });
}
