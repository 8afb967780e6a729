import { useContext, useMemo } from "react";
import { type OutboxItem, useOutbox } from "../../../features/outbox/outbox.ts";
import { ReviewContext } from "../review-context.ts";

/** What of a kind waits in the outbox for this merge request; the same list until it changes. */
export function useWaiting<K extends OutboxItem["kind"]>(
  kind: K,
): readonly Extract<OutboxItem, { kind: K }>[] {
  const { place } = useContext(ReviewContext);
  const items = useOutbox(({ parcels }) => parcels.find((one) => one.place === place)?.items);
  return useMemo(
    () => (items ?? []).filter((item): item is Extract<OutboxItem, { kind: K }> => item.kind === kind),
    [items, kind],
  );
}
