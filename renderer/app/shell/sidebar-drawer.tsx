import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { closeSidebarDrawer, useSidebarDrawer } from "../../state/layout.ts";
import { Drawer } from "../../ui/drawer.tsx";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";

/** The sidebar of a narrow window, over the page until a link in it is chosen. */
export function SidebarDrawer() {
  const isOpen = useSidebarDrawer((state) => state.isOpen);
  const { href } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by each route change
  useEffect(closeSidebarDrawer, [href]);
  return (
    <Drawer open={isOpen} onOpenChange={(open) => !open && closeSidebarDrawer()} label="Sidebar">
      <nav aria-label="Main" className={styles.drawer}>
        <Sidebar />
      </nav>
    </Drawer>
  );
}
