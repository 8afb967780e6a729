import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveBlob } from "../../../ui/save-blob.ts";
import { dismissToast, toast } from "../../../ui/toast-store.ts";
import { joinReadings } from "../fleet/join-readings.ts";
import { readFleet, unreadIds } from "../fleet/read-fleet.ts";
import type { FleetRow } from "../fleet/runner.ts";
import { toCsv } from "./csv.ts";
import { runnersTable } from "./runners-table.ts";

const everything = { details: true, jobs: true };

/** Saves the shown runners as CSV, with what is known of them, or after reading what is missing. */
export function useRunnersExport(account: string, rows: readonly FleetRow[], isComplete: boolean) {
  const client = useQueryClient();
  const [isReading, setReading] = useState(false);
  const exportNow = () => {
    const current = rows.map(({ runner }) => joinReadings(client, account, runner, 0));
    const blob = new Blob(["\ufeff", toCsv(runnersTable(current))], { type: "text/csv;charset=utf-8" });
    saveBlob(blob, "runners.csv");
    const bare = current.filter(({ detail }) => detail === undefined).length;
    const notes = [
      bare > 0 ? `${bare.toLocaleString()} without details, which were not loaded.` : "",
      isComplete ? "" : "Runners that are not loaded yet are not part of it.",
    ];
    toast.success(`Exported ${rows.length.toLocaleString()} ${rows.length === 1 ? "runner" : "runners"}`, {
      description: notes.filter(Boolean).join(" ") || undefined,
    });
  };
  const exportWithDetails = async () => {
    const ids = rows.map(({ id }) => id);
    const unread = unreadIds(client, account, ids, everything);
    setReading(true);
    const controller = new AbortController();
    const progress = toast.info(`Loading details of ${unread.length.toLocaleString()} runners…`, {
      action: { label: "Export now", onSelect: () => controller.abort() },
      duration: Number.POSITIVE_INFINITY,
    });
    await readFleet(client, account, unread, everything, () => undefined, controller.signal);
    dismissToast(progress);
    setReading(false);
    exportNow();
  };
  return { isReading, exportNow, exportWithDetails };
}
