import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton, type IconButtonProps } from "../buttons/button.tsx";
import { Menu } from "./menu.tsx";

interface MoreMenuProps extends Pick<IconButtonProps, "size" | "variant"> {
  /** Subject of the actions; absent for those of the whole view or panel. */
  readonly of?: string;
  /** MenuItem, MenuLabel, MenuSeparator. */
  readonly children: ReactNode;
}

/** The actions that have no button of their own: the same button with the same name everywhere. */
export function MoreMenu({ of, children, ...button }: MoreMenuProps) {
  const label = of === undefined ? "More actions" : `Actions for ${of}`;
  return (
    <Menu align="end" trigger={<IconButton label={label} icon={EllipsisVertical} {...button} />}>
      {children}
    </Menu>
  );
}
