import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { invalidateResources } from "../../api/query-client.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { loadOutbox, useOutbox } from "../../features/outbox/outbox.ts";
import { type Delivery, sendParcel } from "../../features/outbox/send-entry.ts";
import { changedBySending } from "../../features/outbox/send-message.ts";
import { useHostState } from "../../state/host-state.ts";
import { openTab } from "../../state/tabs.ts";
import { toast } from "../../ui/toast.tsx";

/** Milliseconds after which what still waits is tried again. */
const pause = 30_000;

/** Sends what waits in the outbox as soon as its service answers, and tells what became of it. Draws nothing. */
export function OutboxSender() {
  const client = useQueryClient();
  const connectivity = useHostState((state) => state.connectivity);
  const parcels = useOutbox((state) => state.parcels);
  useEffect(() => {
    const read = () => void loadOutbox().catch(() => undefined);
    read();
    // Another window may have sent or written something.
    addEventListener("focus", read);
    return () => removeEventListener("focus", read);
  }, []);
  // A parcel that was tried and still waits is the same text, and is tried again by the clock or when its service is back.
  const due = parcels
    .filter(({ account, held }) => {
      const state = connectivity[account]?.state;
      return held === null && state !== "offline" && state !== "unauthorized";
    })
    .map(({ place }) => place)
    .join("\n");
  useEffect(() => {
    if (due === "") return;
    const send = async () => {
      for (const place of due.split("\n")) {
        const delivery = await sendParcel(place);
        if (!delivery) continue;
        if (delivery.sent > 0) void invalidateResources(client, delivery.parcel.account, changedBySending);
        tell(delivery);
      }
    };
    // Where Helve's own process does not answer, the next turn tries again.
    const attempt = () => void send().catch(() => undefined);
    attempt();
    const timer = setInterval(attempt, pause);
    return () => clearInterval(timer);
  }, [due, client]);
  return null;
}

function tell({ sent, parcel: { place, account, project, iid, title } }: Delivery): void {
  const rest = useOutbox.getState().parcels.find((one) => one.place === place);
  if (rest?.held) {
    toast.warning(`Your comments on !${iid} wait for you`, {
      description: rest.held.message,
      action: { label: "Open the outbox", onSelect: () => openTab(hrefs.outbox) },
    });
  } else if (!rest && sent > 0) {
    toast.success(sent === 1 ? `1 comment on !${iid} was sent` : `${sent} comments on !${iid} were sent`, {
      description: title,
      action: {
        label: "Open",
        onSelect: () => openTab(hrefs.mergeRequest(account, project, String(iid))),
      },
    });
  }
}
