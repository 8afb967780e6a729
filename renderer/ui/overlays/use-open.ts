import { useState } from "react";

interface Opening {
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** Returns whether a panel is open, as its owner says or else by itself, and a function that opens and closes it. */
export function useOpen({ open, onOpenChange }: Opening): readonly [boolean, (open: boolean) => void] {
  const [own, setOwn] = useState(false);
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return [open ?? own, change];
}
