import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { CommandKeys } from "./command-keys.tsx";
import { Kbd } from "./kbd.tsx";
import styles from "./tooltip.module.css";

export interface TooltipProps {
  readonly content: ReactNode;
  /** Keys that do the same, such as `mod+b`; see `command` for those that the user may change. */
  readonly keys?: string | undefined;
  /** Id of the command that does the same, whose keys are shown. */
  readonly command?: string | undefined;
  readonly side?: "top" | "right" | "bottom" | "left" | undefined;
  /** One focusable element. */
  readonly children: ReactNode;
}

/** Explanation of the hovered or focused element. Never the only source of needed information. */
export function Tooltip({ content, keys, command, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content side={side} sideOffset={6} collisionPadding={8} className={styles.tooltip}>
            {content}
            {keys ? <Kbd keys={keys} /> : null}
            {command ? <CommandKeys command={command} /> : null}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
