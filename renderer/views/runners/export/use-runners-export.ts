import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveBlob } from "../../../ui/buttons/save-blob.ts";
import { dismissToast, toast } from "../../../ui/overlays/toast.tsx";
import { connectionOf, type FleetRow, isPaused, runnerKind } from "../fleet/fleet-row.ts";
import { joinReadings, readFleet, unreadIds } from "../fleet/read-fleet.ts";

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

/** Beginning of a spreadsheet's cell that would be run as a formula (OWASP, CSV injection). */
const formula = /^[\s]*[=+\-@]|^[\t\r\n]/;

/**
 * Writes a table as RFC 4180: fields with commas, quotes or line breaks are quoted, lines end with CRLF. A text that a
 * spreadsheet would run as a formula is preceded by an apostrophe.
 */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((cells) => `${cells.map(field).join(",")}\r\n`).join("");

function field(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Cell = string | number | null;

const yesNo = (value: boolean | undefined): Cell => (value === undefined ? null : value ? "yes" : "no");

const columns: readonly (readonly [name: string, value: (row: FleetRow) => Cell | undefined])[] = [
  ["id", ({ id }) => id],
  ["description", ({ runner }) => runner.description],
  ["name", ({ runner }) => runner.name],
  ["type", ({ runner }) => runnerKind(runner)],
  ["status", ({ runner }) => connectionOf(runner)],
  ["paused", ({ runner }) => yesNo(isPaused(runner))],
  ["contacted_at", ({ detail }) => detail?.contacted_at],
  ["tags", ({ detail }) => detail?.tag_list.join(", ")],
  ["version", ({ detail }) => detail?.version],
  ["revision", ({ detail }) => detail?.revision],
  ["platform", ({ detail }) => detail?.platform],
  ["architecture", ({ detail }) => detail?.architecture],
  ["ip_address", ({ runner }) => runner.ip_address],
  ["access_level", ({ detail }) => detail?.access_level],
  ["locked", ({ detail }) => yesNo(detail?.locked)],
  ["run_untagged", ({ detail }) => yesNo(detail?.run_untagged)],
  ["maximum_timeout_seconds", ({ detail }) => detail?.maximum_timeout],
  ["projects", ({ detail }) => detail?.projects.map((project) => project.path_with_namespace).join(", ")],
  ["running_jobs", ({ jobs }) => jobs?.running],
  ["failed_of_recent_jobs", ({ jobs }) => jobs?.failed],
  ["finished_of_recent_jobs", ({ jobs }) => jobs?.finished],
];

/** Returns runners as a table with a head; what was not read of a runner is empty. */
export const runnersTable = (rows: readonly FleetRow[]): readonly (readonly Cell[])[] => [
  columns.map(([name]) => name),
  ...rows.map((row) => columns.map(([, value]) => value(row) ?? null)),
];
