import { useQueryClient } from "@tanstack/react-query";
import { ListX } from "lucide-react";
import { useCallback, useRef, useSyncExternalStore } from "react";
import { retryGaps, type VisibleGap, visibleGap } from "../../api/list-gap.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useBanner } from "../../state/banners.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useLocationAccount } from "../navigation/use-app-location.ts";
import styles from "./banner.module.css";

/** Milliseconds for which changes of the cache are batched: a new view makes hundreds, and each query is checked. */
const batchMs = 50;

/** One line above the view when a list in it could not be completed: how much is there, and why not more. */
export function ListGapNotice() {
  const account = useLocationAccount();
  const client = useQueryClient();
  const last = useRef<VisibleGap | null>(null);
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const scheduleCheck = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          changed();
        }, batchMs);
      };
      const unsubscribe = client.getQueryCache().subscribe(scheduleCheck);
      return () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
    [client],
  );
  const gap = useSyncExternalStore(subscribe, () => {
    const found = account ? visibleGap(client, account) : null;
    // The same object while nothing changes, as `useSyncExternalStore` requires.
    if (JSON.stringify(found) !== JSON.stringify(last.current)) last.current = found;
    return last.current;
  });
  const retry = useSubmit(() => retryGaps(client));
  const isShown = useBanner("list", gap !== null);
  if (!gap || !isShown) return null;
  return (
    <div className={styles.banner} role="status">
      <Icon of={ListX} size={14} />
      <span>
        This list is incomplete: {amount(gap)} loaded. {reason(gap)}
      </span>
      <Button size="s" loading={retry.isPending} onClick={retry.submit}>
        Retry
      </Button>
    </div>
  );
}

function amount({ have, total, entries }: VisibleGap): string {
  const what = entries.replaceAll("_", " ");
  const isPlausible = total !== null && total > have && total < 10_000_000;
  return isPlausible
    ? `${have.toLocaleString()} of ${total.toLocaleString()} ${what}`
    : `${have.toLocaleString()} ${what}`;
}

function reason({ reason, message }: VisibleGap): string {
  if (reason === "repeats") return "The service repeated a page or its entries.";
  if (reason === "short") return "The service counts more than it sent.";
  if (reason === "too_large") return "It is larger than Helve loads at once.";
  if (reason === "endless") return "The service reported more pages than it has.";
  return message || "A page could not be loaded.";
}
