import { useQueryClient } from "@tanstack/react-query";
import { CircleStop, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  deleteEnvironment,
  type Environment,
  stopEnvironment,
} from "../../../shared/api/resources/environments.ts";
import { createWriteFlow } from "../../api/send-write.ts";
import { BulkBar } from "../../features/bulk/bulk-bar.tsx";
import { startBulk } from "../../features/bulk/bulk-run.ts";
import { PlanList, type PlannedLine } from "../../features/bulk/plan-list.tsx";
import { clearFormDraft } from "../../state/form-draft.ts";
import { Button } from "../../ui/buttons/button.tsx";
import type { RowKey, RowSelection } from "../../ui/lists/row-selection.ts";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { environmentDraftKey } from "./environment-actions.tsx";
import { environmentsText, isDeletable, isStopped } from "./environment-state.tsx";
import { type EnvironmentFacts, environmentUse, useEnvironmentFacts } from "./stale-environments.ts";

type BulkKind = "stop" | "delete";

const words = {
  stop: {
    label: "Stop",
    icon: CircleStop,
    title: "Stop environments",
    done: "Stopped",
    outcome: "will be stopped",
    description:
      "The stop job of each one runs, if it has one. The next deployment makes it available again.",
    operation: stopEnvironment,
  },
  delete: {
    label: "Delete",
    icon: Trash2,
    title: "Delete environments",
    done: "Deleted",
    outcome: "will be deleted",
    description: "The history of their deployments is deleted for everyone. Jobs and commits stay.",
    operation: deleteEnvironment,
  },
} as const;
const offered = (["stop", "delete"] as const).map((action) => ({ action, opens: true, ...words[action] }));

interface EnvironmentBulkBarProps {
  readonly account: string;
  readonly project: string;
  readonly chosen: readonly Environment[];
  readonly selection: RowSelection;
}

/** Actions on the selected environments; each shows what it would do before it does anything. */
export function EnvironmentBulkBar({ account, project, chosen, selection }: EnvironmentBulkBarProps) {
  const [request, setRequest] = useState<{
    readonly kind: BulkKind;
    readonly environments: readonly Environment[];
  } | null>(null);
  return (
    <>
      <BulkBar
        things="environments"
        chosen={chosen.map((entry) => ({
          entry,
          actions: [
            ...(isStopped(entry) ? [] : ["stop" as const]),
            ...(isDeletable(entry) ? ["delete" as const] : []),
          ],
        }))}
        offered={offered}
        onAction={(kind, environments) => setRequest({ kind, environments })}
        onClear={selection.clear}
      />
      {request ? (
        <BulkDialog
          {...request}
          account={account}
          project={project}
          onClose={() => setRequest(null)}
          onEnded={selection.keep}
        />
      ) : null}
    </>
  );
}

interface BulkDialogProps {
  readonly account: string;
  readonly project: string;
  readonly kind: BulkKind;
  readonly environments: readonly Environment[];
  readonly onClose: () => void;
  /** Called with the environments that were not changed. */
  readonly onEnded: (undone: ReadonlySet<RowKey>) => void;
}

/** The dry run of a bulk action: each environment as it is now, and why it cannot be stopped or deleted. Nothing is written before the button. */
function BulkDialog({ account, project, kind, environments, onClose, onEnded }: BulkDialogProps) {
  const { title, done, outcome, label, description, operation } = words[kind];
  const client = useQueryClient();
  const [now] = useState(() => new Date());
  const {
    facts,
    isReading,
    done: read,
  } = useEnvironmentFacts(account, project, environments, {
    isFresh: true,
  });
  const plan = isReading ? [] : environments.map((one) => planned(kind, one, facts.get(one.id), now));
  const changed = plan.filter(({ verdict }) => verdict === "change");
  const start = async () => {
    if (kind === "delete" && !(await confirmDelete(changed))) return;
    const writes = createWriteFlow(client);
    onClose();
    startBulk({
      account,
      title,
      done,
      count: environmentsText,
      tasks: changed.map(({ id, name, text }) => ({
        key: id,
        id: null,
        name,
        text,
        async perform() {
          await writes.send(account, operation, { id: project, environment_id: id });
          if (kind === "delete") clearFormDraft(environmentDraftKey(account, project, id));
          return null;
        },
      })),
      writes,
      onEnded,
    });
  };
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      sends
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button writes variant="danger" disabled={changed.length === 0} onClick={() => void start()}>
            {isReading ? title : `${label} ${environmentsText(changed.length)}`}
            {kind === "delete" ? "…" : ""}
          </Button>
        </>
      }
    >
      <div className={layout.form}>
        {isReading ? (
          <div role="status" className={flow.stack}>
            <ProgressBar label="Loading environments" value={read / Math.max(1, environments.length)} />
            {read.toLocaleString()} of {environments.length.toLocaleString()} loaded
          </div>
        ) : (
          <PlanList plan={plan.map((line) => ({ ...line, id: null }))} outcome={outcome} />
        )}
      </div>
    </Dialog>
  );
}

/** Returns the line of the dry run for an environment. */
function planned(
  kind: BulkKind,
  { id, name }: Environment,
  facts: EnvironmentFacts | undefined,
  now: Date,
): PlannedLine & { readonly id: number } {
  const line = { key: id, id, name, deletes: kind === "delete" };
  if (!facts) return { ...line, verdict: "blocked", text: "Could not be loaded" };
  const text = environmentUse(facts, now);
  if (kind === "delete") {
    return isDeletable(facts.detail)
      ? { ...line, verdict: "change", text }
      : { ...line, verdict: "blocked", text: "Stop it first" };
  }
  return isStopped(facts.detail)
    ? { ...line, verdict: "same", text: "Stopped already" }
    : { ...line, verdict: "change", text };
}

/** A second confirmation with the number of environments. */
function confirmDelete(plan: readonly PlannedLine[]): Promise<boolean> {
  const [first] = plan;
  const many = environmentsText(plan.length);
  return confirm({
    title: `Delete ${plan.length === 1 && first ? first.name : many}?`,
    description: `This deletes ${many} and the history of their deployments for good. It cannot be undone.`,
    confirmLabel: `Delete ${many}`,
    danger: true,
    requireText: plan.length > 1 ? String(plan.length) : undefined,
  });
}
