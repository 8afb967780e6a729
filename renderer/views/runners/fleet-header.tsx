import { ChartNoAxesColumn, Download, KeyRound, Plus, ServerCog, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/button.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/menu-item.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { runnersText } from "./bulk/action-labels.ts";
import { useRunnersExport } from "./export/use-runners-export.ts";
import type { FleetScope } from "./filter/fleet-scope.ts";
import type { FleetRow } from "./fleet/runner.ts";
import { RegisterDialog } from "./registration/register-dialog.tsx";
import { RunnerTokenDialog } from "./registration/runner-token-dialog.tsx";

interface FleetHeaderProps {
  readonly account: string;
  readonly project: string | undefined;
  readonly scope: FleetScope;
  readonly rows: readonly FleetRow[];
  /** Every runner of the scope is loaded. */
  readonly isComplete: boolean;
  readonly showsCharts: boolean;
  readonly onCharts: () => void;
}

const meanings = {
  all: "Every runner of the service",
  owned: "Runners of the projects that you maintain and the groups that you own",
  project: "Runners that may take this project's jobs",
} as const;

type Open = "register" | "verify" | "delete" | null;

/** Title of the page, and actions on the fleet as a whole. */
export function FleetHeader({ account, project, scope, rows, isComplete, ...charts }: FleetHeaderProps) {
  const [open, setOpen] = useState<Open>(null);
  const exporting = useRunnersExport(account, rows, isComplete);
  useRegisterCommands(
    useMemo(
      () => [
        {
          id: "runners.register",
          title: "Register runner…",
          section: "Runners",
          icon: Plus,
          run: () => setOpen("register"),
        },
        {
          id: "runners.verify",
          title: "Verify a runner's token…",
          section: "Runners",
          icon: KeyRound,
          run: () => setOpen("verify"),
        },
      ],
      [],
    ),
  );
  return (
    <>
      <PageHeader
        title="Runners"
        icon={ServerCog}
        meta={meanings[scope.kind]}
        actions={
          <>
            <Button icon={ChartNoAxesColumn} aria-pressed={charts.showsCharts} onClick={charts.onCharts}>
              Charts
            </Button>
            <Button icon={Plus} variant="primary" onClick={() => setOpen("register")}>
              Register runner
            </Button>
            <MoreMenu>
              <MenuLabel>Export</MenuLabel>
              <MenuItem
                icon={Download}
                description="Fields that are not loaded yet stay empty"
                onSelect={exporting.exportNow}
              >
                CSV of {runnersText(rows.length)}
              </MenuItem>
              <MenuItem
                icon={Download}
                description="Reads what is missing first"
                disabled={exporting.isReading}
                onSelect={() => void exporting.exportWithDetails()}
              >
                CSV with all details
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={KeyRound} onSelect={() => setOpen("verify")}>
                Verify a token…
              </MenuItem>
              <MenuItem icon={Trash2} danger onSelect={() => setOpen("delete")}>
                Delete a runner by its token…
              </MenuItem>
            </MoreMenu>
          </>
        }
      />
      {open === "register" ? (
        <RegisterDialog {...{ account, project }} onClose={() => setOpen(null)} />
      ) : open ? (
        <RunnerTokenDialog purpose={open} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}
