import { FileDown } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useRegisterCommands } from "../../state/commands/commands.ts";

interface ExportState {
  readonly exporting: boolean;
  readonly start: () => void;
  readonly end: () => void;
}

/** Returns the state of the export dialog and registers the command that opens it; `title` names what is exported. */
export function useExportDialog(title: string, section: string): ExportState {
  const [exporting, setExporting] = useState(false);
  const start = useCallback(() => setExporting(true), []);
  const end = useCallback(() => setExporting(false), []);
  const commands = useMemo(
    () => [
      {
        id: "changes.export",
        title,
        section,
        icon: FileDown,
        keywords: "export html patch print save diff download",
        run: start,
      },
    ],
    [title, section, start],
  );
  useRegisterCommands(commands);
  return { exporting, start, end };
}
