import { ChartNoAxesColumn, CircleCheck, Download, KeyRound, Plus, ServerCog, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteRunnerByToken, verifyRunner } from "../../../shared/api/resources/runners.ts";
import type { DescribedProblem } from "../../api/describe-problem.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { AccountSwitch } from "../../features/accounts/account-switch.tsx";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { runnersText } from "./bulk/bulk-plan.ts";
import { useRunnersExport } from "./export/use-runners-export.ts";
import type { FleetScope } from "./filter/runner-query.ts";
import type { FleetRow } from "./fleet/fleet-row.ts";
import { RegisterDialog } from "./registration/register-dialog.tsx";
import styles from "./registration/registration.module.css";

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
  useRegisterCommands([
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
  ]);
  return (
    <>
      <PageHeader
        title="Runners"
        icon={ServerCog}
        state={project === undefined ? <AccountSwitch list="runners" account={account} /> : null}
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
        <RegisterDialog account={account} project={project} onClose={() => setOpen(null)} />
      ) : open ? (
        <RunnerTokenDialog purpose={open} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}

interface RunnerTokenDialogProps {
  readonly purpose: "verify" | "delete";
  readonly onClose: () => void;
}

const words = {
  verify: { title: "Verify a runner's token", verb: "Verify" },
  delete: { title: "Delete a runner by its token", verb: "Delete runner…" },
} as const;

/** Dialog for a runner's own token, which verifies the token or deletes the runner. */
function RunnerTokenDialog({ purpose, onClose }: RunnerTokenDialogProps) {
  const [token, setToken] = useState("");
  const [isValid, setValid] = useState(false);
  const verifyToken = useWrite(verifyRunner);
  const deleteByToken = useWrite(deleteRunnerByToken);
  const { title, verb } = words[purpose];
  const verify = async () => {
    await verifyToken({ token: token.trim() });
    setValid(true);
  };
  const remove = async () => {
    const isSure = await confirm({
      title: "Delete the runner of this token?",
      description: "Its machine takes no further jobs and has to be registered again. This cannot be undone.",
      confirmLabel: "Delete runner",
      danger: true,
    });
    if (!isSure) return;
    await deleteByToken({ token: token.trim() });
    toast.success("Runner deleted");
    onClose();
  };
  const submission = useSubmit(
    async () => {
      setValid(false);
      await (purpose === "verify" ? verify() : remove());
    },
    { explain },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      submitLabel={verb}
      cancelLabel={isValid ? "Close" : "Cancel"}
      danger={purpose === "delete"}
      submission={submission}
      isReady={token.trim() !== ""}
    >
      <TextField
        label="Runner token"
        type="password"
        mono
        hint="The token in the runner's config.toml, not the registration token"
        value={token}
        onChange={(next) => {
          setToken(next);
          setValid(false);
          submission.reset();
        }}
        autoFocus
      />
      {isValid ? (
        <p role="status" className={styles.valid}>
          <Icon of={CircleCheck} /> The token is valid.
        </p>
      ) : null}
    </FormDialog>
  );
}

function explain(errorState: DescribedProblem): DescribedProblem {
  if (errorState.kind !== "forbidden") return errorState;
  return { ...errorState, title: "The token is not valid", message: "No runner of this service has it." };
}
