import { useEffect } from "react";
import type { ShownReports } from "./shown-reports.ts";
import { type ReportsInput, useChangeReports } from "./use-change-reports.tsx";

interface ReadReportsProps extends ReportsInput {
  /** Takes the reports, whenever there is more of them. */
  readonly onShown: (shown: ShownReports) => void;
}

/** Reads the reports of a change while it is there; draws nothing. */
export function ReadReports({ onShown, ...input }: ReadReportsProps) {
  const shown = useChangeReports(input);
  useEffect(() => onShown(shown), [shown, onShown]);
  return null;
}
