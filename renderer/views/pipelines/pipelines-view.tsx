import { Play, Variable as VariableIcon, Workflow } from "lucide-react";
import { useMemo, useState } from "react";
import { z } from "zod";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { toProblem } from "../../api/host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { pipelinesText } from "../../features/ci/count-texts.ts";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { usePipelinePages } from "../../features/ci/use-pipeline-pages.ts";
import { isEmpty } from "../../features/repository/needs-commits.tsx";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/button.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { CiTabs } from "./ci-tabs.tsx";
import { JobsPanel } from "./jobs-panel.tsx";
import styles from "./pipelines.module.css";
import { PipelinesPanel } from "./pipelines-panel.tsx";
import { RunHereButton, RunHereSwitch, useRunsHere } from "./run-here.tsx";
import { RunPipelineDialog } from "./run-pipeline-dialog.tsx";
import { usePipelineFilter } from "./use-pipeline-filter.ts";
import { VariablesDialog } from "./variables/variables-dialog.tsx";

/** `run` opens the form for a new pipeline. */
const pipelinesSearch = z.object({ run: z.string().optional() });

/** The pipelines of a project; only its jobs where the service lists no pipelines. */
export function PipelinesView() {
  const { account, project } = useProjectRoute();
  const [{ run }] = useAddressSearch(pipelinesSearch);
  const go = useGo();
  const filter = usePipelineFilter();
  const list = usePipelinePages(project, filter.value);
  const mayAct = useHasAccess(project, accessLevels.developer);
  const runsHere = useRunsHere(account, project);
  const maintains = useHasAccess(project, accessLevels.maintainer);
  const [isDeclaring, setDeclaring] = useState(false);
  const [isRunning, setRunning] = useState(run !== undefined);
  const details = useOperation(getProject, { id: project }).data;
  const mayRun = mayAct && runsHere !== false && details !== undefined && !isEmpty(details);
  const isLacking = list.error !== null && list.items.length === 0 && lacks(list.error);
  useRegisterCommands(
    useMemo(
      () =>
        mayRun
          ? [
              {
                id: "pipelines.run",
                title: "Run pipeline…",
                section: "Project",
                icon: Play,
                run: () => setRunning(true),
              },
            ]
          : [],
      [mayRun],
    ),
  );
  return (
    <div className={layout.page}>
      <PageHeader
        title="Pipelines"
        icon={Workflow}
        meta={list.total ? pipelinesText(list.total) : list.isPending ? null : undefined}
        actions={
          <>
            {runsHere ? <RunHereButton project={project} /> : null}
            {maintains && !isLacking ? (
              <Button icon={VariableIcon} onClick={() => setDeclaring(true)}>
                Variables
              </Button>
            ) : null}
            {isLacking || !mayAct ? null : (
              <Button icon={Play} variant="primary" disabled={!mayRun} onClick={() => setRunning(true)}>
                Run pipeline
              </Button>
            )}
          </>
        }
      />
      {runsHere === false ? (
        <section className={styles.off} aria-label="Jobs on this computer">
          <RunHereSwitch project={project} isOn={false} />
        </section>
      ) : null}
      <CiTabs {...{ account, project }} current="pipelines" />
      {isLacking ? (
        <>
          <p className={styles.notice}>This service does not list pipelines. These are the project's jobs.</p>
          <JobsPanel {...{ account, project }} />
        </>
      ) : (
        <PipelinesPanel {...{ account, project, list, filter, mayAct }} />
      )}
      {isDeclaring ? <VariablesDialog project={project} onClose={() => setDeclaring(false)} /> : null}
      {isRunning ? (
        <RunPipelineDialog
          project={project}
          initialRef={filter.value.ref}
          onClose={() => setRunning(false)}
          onCreated={({ id }) => go(hrefs.pipeline(account, project, id))}
        />
      ) : null}
    </div>
  );
}

/** Returns whether an error means that the service has no operation for pipelines. */
function lacks(error: unknown): boolean {
  const { status } = toProblem(error);
  return status !== undefined && [404, 405, 501].includes(status);
}
