import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { createWriteFlow } from "../../api/send-write.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { hrefOfTarget, loadOutbox, referenceOf, useOutbox } from "../../features/outbox/outbox.ts";
import { type SentEntry, sendEntry } from "../../features/outbox/send-entry.ts";
import { useHostState } from "../../state/host-state.ts";
import { openTab } from "../../state/tabs.ts";
import { toast } from "../../ui/overlays/toast.tsx";

const retryDelayMs = 30_000;

/** Sends the entries of the outbox as soon as their service can be reached, and reports the outcome. Renders nothing. */
export function OutboxSender() {
  const client = useQueryClient();
  const connectivity = useHostState((state) => state.connectivity);
  const entries = useOutbox((state) => state.entries);
  useEffect(() => {
    const read = () => void loadOutbox().catch(() => undefined);
    read();
    // Another window may have sent or written something.
    addEventListener("focus", read);
    return () => removeEventListener("focus", read);
  }, []);
  // A string, so that an entry which failed to be sent is only retried by the timer or after a reconnect.
  const due = entries
    .filter(({ account, blocked }) => {
      const state = connectivity[account]?.state;
      return blocked === null && state !== "offline" && state !== "unauthorized";
    })
    .map(({ draftKey }) => draftKey)
    .join("\n");
  useEffect(() => {
    if (due === "") return;
    const send = async () => {
      for (const draftKey of due.split("\n")) {
        const writes = createWriteFlow(client);
        const delivery = await sendEntry(writes, draftKey).finally(writes.end);
        if (delivery) report(delivery);
      }
    };
    // Where the host does not respond, the next attempt follows.
    const attempt = () => void send().catch(() => undefined);
    attempt();
    const timer = setInterval(attempt, retryDelayMs);
    return () => clearInterval(timer);
  }, [due, client]);
  return null;
}

function report({ sent, entry }: SentEntry): void {
  const { draftKey, project, title } = entry;
  const reference = referenceOf(entry).slice(project.length);
  const rest = useOutbox.getState().entries.find((one) => one.draftKey === draftKey);
  if (rest?.blocked) {
    toast.warning(`Comments on ${reference} were not sent`, {
      description: rest.blocked.message,
      action: { label: "Open outbox", onSelect: () => openTab(hrefs.outbox) },
    });
  } else if (!rest && sent > 0) {
    toast.success(
      sent === 1 ? `1 comment on ${reference} was sent` : `${sent} comments on ${reference} were sent`,
      {
        description: title,
        action: { label: "Open", onSelect: () => openTab(hrefOfTarget(entry)) },
      },
    );
  }
}
