import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { z } from "zod";

/** What is shown beside the log. */
export type Panel = "problems";

const address = z.object({
  panel: z.enum(["problems"]).optional().catch(undefined),
});
type WorkbenchSearch = z.output<typeof address>;

export interface WorkbenchAddress {
  readonly panel: Panel | null;
  /** Changes a part of the address; it stays one step of the history. */
  readonly change: (change: Partial<Record<keyof WorkbenchSearch, string | undefined>>) => void;
}

/** What of a job's log is shown, as the address names it, so that a reload brings it back. */
export function useWorkbenchAddress(): WorkbenchAddress {
  const { panel } = address.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback<WorkbenchAddress["change"]>(
    (next) =>
      void navigate({ to: ".", search: (before) => ({ ...before, ...next }), hash: true, replace: true }),
    [navigate],
  );
  return useMemo(
    () => ({
      panel: panel ?? null,
      change,
    }),
    [panel, change],
  );
}
