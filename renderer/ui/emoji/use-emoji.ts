import { useEffect, useState } from "react";
import { loadEmoji } from "./emoji.ts";

type EmojiTable = Awaited<ReturnType<typeof loadEmoji>>;

/** Returns every emoji once loaded; loads them when `wanted`. */
export function useEmoji(wanted: boolean): EmojiTable | null {
  const [table, setTable] = useState<EmojiTable | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const mounted = { current: true };
    loadEmoji().then(
      (loaded) => {
        if (mounted.current) setTable(loaded);
      },
      // Names are shown instead.
      () => undefined,
    );
    return () => {
      mounted.current = false;
    };
  }, [wanted]);
  return table;
}
