import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import styles from "./tooltip.module.css";

export interface TooltipProps {
  readonly content: ReactNode;
  /** Keys that do the same, such as `mod+k`. */
  readonly shortcut?: string | undefined;
  readonly side?: "top" | "right" | "bottom" | "left" | undefined;
  /** One focusable element. */
  readonly children: ReactNode;
}

/** Says more about what the pointer or focus rests on. Never the only source of needed information. */
export function Tooltip({ content, shortcut, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content side={side} sideOffset={6} collisionPadding={8} className={styles.tooltip}>
            {content}
            {shortcut ? <Kbd keys={shortcut} /> : null}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
