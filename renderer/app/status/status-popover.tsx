import { type ReactNode, Suspense } from "react";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { useToastStrip } from "../../ui/overlays/toast.tsx";
import layout from "../../ui/theme/layout.module.css";
import line from "./status-line.module.css";

interface StatusPopoverProps {
  readonly label: string;
  readonly icon: IconType;
  /** Text beside the icon in the status bar. */
  readonly text: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The panel, which may be loaded when it is opened. */
  readonly children: ReactNode;
}

/** Pixels between the panel, the toasts and the status line. */
const edgePx = 4;

/** A button of the status bar with a panel above it, and above the toasts that are between the two. */
export function StatusPopover({ icon, text, children, ...popover }: StatusPopoverProps) {
  const toasts = useToastStrip(({ height }) => height);
  return (
    <Popover
      {...popover}
      align="end"
      side="top"
      gap={toasts > 0 ? toasts + 4 * edgePx : edgePx}
      flush
      trigger={
        <button type="button" className={line.item}>
          <Icon of={icon} size={13} />
          {text}
        </button>
      }
    >
      <Suspense>{children}</Suspense>
    </Popover>
  );
}

interface StatusRowProps {
  readonly icon: ReactNode;
  /** Name, and the text below it. */
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** An entry of such a panel's list. */
export const StatusRow = ({ icon, children, actions }: StatusRowProps) => (
  <li className={line.row}>
    {icon}
    <div className={layout.rowText}>{children}</div>
    {actions}
  </li>
);
