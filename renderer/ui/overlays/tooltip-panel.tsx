import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export interface TooltipPanelProps {
  readonly trigger: ReactElement;
  readonly id: string;
  readonly onOpenChange: (open: boolean) => void;
  readonly side: "top" | "right" | "bottom" | "left";
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The explanation itself, and when it is shown. */
export const TooltipPanel = ({ trigger, id, onOpenChange, side, className, children }: TooltipPanelProps) => (
  <Radix.Provider delayDuration={450} skipDelayDuration={200}>
    <Radix.Root onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content id={id} side={side} sideOffset={6} collisionPadding={8} className={className}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
);
