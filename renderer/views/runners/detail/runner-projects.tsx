import { FolderGit2, FolderPlus } from "lucide-react";
import { useState } from "react";
import { listProjects } from "../../../../shared/api/resources/projects.ts";
import {
  disableProjectRunner,
  enableProjectRunner,
  type RunnerDetail,
} from "../../../../shared/api/resources/runners.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import pane from "../../../ui/lists/table-pane.module.css";
import { Icon } from "../../../ui/marks/icon.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { onlyProject } from "../bulk/bulk-plan.ts";
import { runnerKind } from "../fleet/fleet-row.ts";
import { projectsToEnable } from "../fleet/read-fleet.ts";
import styles from "./panel.module.css";

interface RunnerProjectsProps {
  readonly account: string;
  readonly isAdmin: boolean;
  readonly runner: RunnerDetail;
}

const meanings = {
  instance: "An instance runner takes the jobs of every project that allows shared runners.",
  group: "A group runner takes the jobs of every project of its group.",
  project: "",
  unknown: "",
} as const;

/** The projects that a runner is enabled for, and enabling it for others. */
export function RunnerProjects({ account, isAdmin, runner }: RunnerProjectsProps) {
  const enable = useWrite(enableProjectRunner);
  const disable = useWrite(disableProjectRunner);
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState(false);
  const kind = runnerKind(runner);
  const found = useOperation(listProjects, open ? projectsToEnable(isAdmin, search) : null, {
    keepPrevious: true,
  });
  const { projects } = runner;
  const { submit, pending } = useSubmit(
    async (isEnabled: boolean, id: number, path: string) => {
      await (isEnabled ? enable : disable)({ id, runner_id: runner.id });
      toast.success(isEnabled ? `Enabled for ${path}` : `Disabled for ${path}`, {
        action: { label: "Undo", onSelect: () => submit(!isEnabled, id, path) },
      });
    },
    {
      onFailure: (failure, isEnabled, _id, path) =>
        toast.problem(`The runner was not ${isEnabled ? "enabled" : "disabled"} for ${path}`, failure),
    },
  );
  const isProjects = kind === "project" || kind === "unknown";
  return (
    <div className={pane.panelBody}>
      {isProjects ? (
        <div className={flow.cluster}>
          <Combobox
            label="Project to enable"
            trigger={
              <Button size="s" icon={FolderPlus} disabled={runner.locked === true}>
                Enable for a project…
              </Button>
            }
            items={(found.data ?? [])
              .filter(({ id }) => !projects.some((project) => project.id === id))
              .map(({ id, path_with_namespace: label }) => ({ id: String(id), label, icon: FolderGit2 }))}
            onQuery={setSearch}
            onOpenChange={setOpen}
            loading={found.isFetching}
            problem={problemText(found.error)}
            empty={isAdmin ? "No projects match." : "No projects that you maintain match."}
            onChoose={({ id, label }) => submit(true, Number(id), label)}
          />
          {runner.locked ? (
            <span className={layout.note}>Locked to its projects: unlock it first.</span>
          ) : null}
        </div>
      ) : (
        <p className={cx(layout.muted, styles.none)}>{meanings[kind]}</p>
      )}
      {projects.length > 0 ? (
        <ul className={styles.projects} aria-label="Projects of the runner">
          {projects.map(({ id, path_with_namespace: path }) => (
            <li key={id} className={styles.project}>
              <Icon of={FolderGit2} />
              <AppLink
                href={hrefs.project(account, path, "runners")}
                className={cx(flow.growText, layout.ellipsis, styles.path)}
              >
                {path}
              </AppLink>
              {isProjects ? (
                <Button
                  writes
                  size="s"
                  variant="ghost"
                  loading={pending?.[1] === id}
                  disabled={projects.length === 1}
                  aria-label={`Disable for ${path}`}
                  onClick={() => submit(false, id, path)}
                >
                  Disable
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : isProjects ? (
        <p className={cx(layout.muted, styles.none)}>No project that you can see.</p>
      ) : null}
      {isProjects && projects.length === 1 ? <p className={layout.note}>{onlyProject}</p> : null}
    </div>
  );
}
