import { Power } from "lucide-react";
import { getCiSettings, updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { useIsLocal } from "../../features/local-repositories/local-account.ts";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./pipelines.module.css";

/** Returns whether jobs of the project run on this machine; null where another service decides that, or is not known. */
export function useRunsHere(account: string, project: string): boolean | null {
  const isLocal = useIsLocal(account);
  return useOperation(getCiSettings, isLocal ? { id: project } : null).data?.run_jobs ?? null;
}

interface RunHereProps {
  readonly project: string;
  readonly isOn: boolean;
}

/** The switch that allows a local project to run its jobs, with an explanation. */
export function RunHereSwitch({ project, isOn }: RunHereProps) {
  const write = useWrite();
  const mayChange = useHasAccess(project, accessLevels.maintainer);
  const change = async (next: boolean) => {
    try {
      await write(updateCiSettings, { id: project, run_jobs: next });
    } catch (error) {
      toast.problem("The setting was not changed", describeProblem(error));
    }
  };
  return (
    <Switch
      label="Run jobs on this computer"
      description={
        mayChange
          ? "Each push executes the repository's scripts with your rights: they can read and change whatever you can."
          : "Only maintainers of the project can change this."
      }
      checked={isOn}
      disabled={!mayChange}
      onChange={(next) => void change(next)}
    />
  );
}

/** The switch below a button, for a project whose jobs run here. */
export function RunHereButton({ project }: { readonly project: string }) {
  return (
    <Popover
      label="Jobs on this computer"
      align="end"
      trigger={<Button icon={Power}>Runs on this computer</Button>}
    >
      <div className={styles.setting}>
        <RunHereSwitch project={project} isOn />
      </div>
    </Popover>
  );
}
