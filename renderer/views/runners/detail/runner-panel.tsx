import { useQuery } from "@tanstack/react-query";
import { CirclePause, CirclePlay, Pencil, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Runner, RunnerDetail } from "../../../../shared/api/resources/runners.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { MenuItem } from "../../../ui/menu-item.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import pane from "../../../ui/table-pane.module.css";
import { useLostFocus } from "../../../ui/use-lost-focus.ts";
import type { BulkRequest } from "../bulk/bulk-request.ts";
import { connectionOf, isPaused, runnerKind, runnerName } from "../fleet/runner.ts";
import { detailQuery } from "../fleet/runner-queries.ts";
import { StateText } from "../table/runner-cells.tsx";
import { EditRunner } from "./edit-runner.tsx";
import { RunnerFields } from "./runner-fields.tsx";
import { RunnerJobs } from "./runner-jobs.tsx";
import { RunnerProjects } from "./runner-projects.tsx";

export interface RunnerPanelProps {
  readonly account: string;
  readonly project: string | undefined;
  readonly isAdmin: boolean;
  readonly version: string | null;
  readonly id: number;
  /** The runner as the table has it, if it has. */
  readonly listed: Runner | undefined;
  readonly onClose: () => void;
  readonly onRequest: (request: BulkRequest) => void;
}

const sections = [
  { value: "details", label: "Details" },
  { value: "jobs", label: "Jobs" },
  { value: "projects", label: "Projects" },
] as const;
type Section = (typeof sections)[number]["value"];

/** Milliseconds after which an open runner is read again. */
const refreshMs = 15_000;

/** One runner beside the table: its fields, jobs and projects, and what can be done to it. */
export function RunnerPanel(props: RunnerPanelProps) {
  const { account, id, listed, onClose } = props;
  const detail = useQuery({ ...detailQuery(account, id), refetchInterval: refreshMs });
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const runner = detail.data;
  const known = runner ?? listed;
  return (
    <section
      ref={panel}
      className={pane.panel}
      aria-label={known ? `Runner ${runnerName(known)}` : `Runner ${id}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && event.target === panel.current) onClose();
      }}
    >
      {runner ? (
        <Loaded {...props} runner={runner} />
      ) : (
        <>
          <PanelHead id={id} runner={known} onClose={onClose} />
          <div className={pane.panelBody}>
            {detail.error ? (
              <ErrorState compact {...describeProblem(detail.error)} onRetry={() => void detail.refetch()} />
            ) : (
              <Skeleton lines={8} label="Loading runner" />
            )}
          </div>
        </>
      )}
    </section>
  );
}

interface PanelHeadProps {
  readonly id: number;
  /** The runner as it is known so far. */
  readonly runner: Runner | undefined;
  /** Buttons for actions on it. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

function PanelHead({ id, runner, children, onClose }: PanelHeadProps) {
  const name = runner ? runnerName(runner) : `Runner ${id}`;
  return (
    <div className={pane.head}>
      <div className={flow.growText}>
        <h2 className={pane.title} title={name}>
          <bdi>{name}</bdi>
        </h2>
        <div className={pane.meta}>
          {runner ? <StateText connection={connectionOf(runner)} paused={isPaused(runner)} /> : null}
          <span className={flow.inline}>
            #{id} <CopyButton text={String(id)} label="Copy runner number" />
          </span>
        </div>
      </div>
      {children}
      <IconButton label="Close panel" icon={X} onClick={onClose} />
    </div>
  );
}

function Loaded(props: RunnerPanelProps & { readonly runner: RunnerDetail }) {
  const { runner, isAdmin, onClose, onRequest } = props;
  const [section, setSection] = useState<Section>("details");
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useLostFocus(isEditing, () => opener.current);
  const paused = isPaused(runner);
  const isForeign = !isAdmin && runnerKind(runner) === "instance";
  const ask = (action: "pause" | "resume" | "delete") => onRequest({ action, runners: [runner] });
  return (
    <>
      <PanelHead id={runner.id} runner={runner} onClose={onClose}>
        {isForeign ? null : (
          <>
            <IconButton
              label={paused ? "Resume runner" : "Pause runner"}
              icon={paused ? CirclePlay : CirclePause}
              onClick={() => ask(paused ? "resume" : "pause")}
            />
            <MoreMenu>
              <MenuItem icon={Pencil} onSelect={() => setEditing(true)}>
                Edit
              </MenuItem>
              <MenuItem icon={Trash2} danger onSelect={() => ask("delete")}>
                Delete…
              </MenuItem>
            </MoreMenu>
          </>
        )}
      </PanelHead>
      {isEditing ? (
        <EditRunner {...props} onEnd={() => setEditing(false)} />
      ) : (
        <>
          <div className={pane.sections}>
            <SegmentedControl label="Section" value={section} onChange={setSection} options={sections} />
            <span className={flow.grow} />
            {isForeign ? (
              <span className={layout.note}>Only administrators can change it</span>
            ) : section === "details" ? (
              <Button ref={opener} size="s" icon={Pencil} onClick={() => setEditing(true)}>
                Edit
              </Button>
            ) : null}
          </div>
          {section === "details" ? <RunnerFields {...props} /> : null}
          {section === "jobs" ? <RunnerJobs {...props} /> : null}
          {section === "projects" ? <RunnerProjects {...props} /> : null}
        </>
      )}
    </>
  );
}
