import { z } from "zod";
import { create } from "zustand";
import { readDocument } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";

/** The layout of the window. */
const layout = z.object({
  /** Pixels. */
  sidebarWidth: z.int().min(160).max(640).default(236),
  sidebarHidden: z.boolean().default(false),
  /** Account that was used last. */
  account: z.string().nullable().default(null),
});
export type Layout = z.output<typeof layout>;

const key = "window";

export const useLayout = create<Layout>(() => layout.parse({}));

const writer = createDocumentWriter("layout", () => undefined);

export async function loadLayout(): Promise<void> {
  const saved = await readDocument(layout, "layout", key).catch(() => undefined);
  if (saved) useLayout.setState(saved);
}

export function changeLayout(patch: Partial<Layout>): void {
  useLayout.setState(patch);
  writer.save(key, layout.parse(useLayout.getState()));
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
