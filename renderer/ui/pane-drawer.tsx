import { PanelLeft } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { capitalize } from "../../shared/text/capitalize.ts";
import { Button } from "./button.tsx";
import { Drawer } from "./drawer.tsx";
import styles from "./pane-drawer.module.css";

interface PaneDrawerProps {
  /** Name of the pane, such as "File tree". */
  readonly label: string;
  readonly landmark?: { readonly role: "navigation" | "complementary"; readonly label: string } | undefined;
  readonly children: ReactNode;
}

/** A pane of a window too narrow for two: a button above the content opens it as a drawer, until it led elsewhere. */
export function PaneDrawer({ label, landmark, children }: PaneDrawerProps) {
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
