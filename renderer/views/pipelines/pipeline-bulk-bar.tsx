import { useQueryClient } from "@tanstack/react-query";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { useAccountId } from "../../api/account-context.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { sendWrite } from "../../api/send-write.ts";
import { startBulk } from "../../features/bulk/start-bulk.ts";
import { confirmPipelines } from "../../features/ci/confirm-action.ts";
import { pipelinesText } from "../../features/ci/count-texts.ts";
import {
  actionsOfPipeline,
  type PipelineAction,
  pipelineActions,
} from "../../features/ci/pipeline-actions.ts";
import type { RowSelection } from "../../ui/row-selection.ts";
import { BulkBar } from "./bulk-bar.tsx";

interface PipelineBulkBarProps {
  readonly project: string;
  readonly pipelines: readonly Pipeline[];
  readonly selection: RowSelection;
  /** Whether the user may retry and cancel. */
  readonly mayAct: boolean;
}

const labels = { retry: "Retry", cancel: "Cancel" } as const;
const order: readonly PipelineAction[] = ["retry", "cancel"];
const offered = order.map((action) => ({
  action,
  label: labels[action],
  icon: pipelineActions[action].icon,
}));

/** Actions on the selected pipelines of a project. */
export function PipelineBulkBar({ project, pipelines, selection, mayAct }: PipelineBulkBarProps) {
  const account = useAccountId();
  const client = useQueryClient();
  const chosen = pipelines
    .filter(({ id }) => selection.selected.has(id))
    .map((entry) => ({ entry, actions: mayAct ? actionsOfPipeline(entry.status) : [] }));
  const begin = async (action: PipelineAction, entries: readonly Pipeline[]) => {
    if (!(await confirmPipelines(action, entries))) return;
    const { done, operation } = pipelineActions[action];
    startBulk({
      account,
      title: `${labels[action]} ${pipelinesText(entries.length)}`,
      done,
      count: pipelinesText,
      tasks: entries.map(({ id, ref }) => ({
        key: id,
        id,
        name: "Pipeline",
        text: ref ?? "",
        async perform() {
          await sendWrite(account, operation, { id: project, pipeline_id: id });
          return null;
        },
      })),
      onChanged: () => void invalidateResources(client, account, operation.changes),
      onEnded: selection.keep,
    });
  };
  return (
    <BulkBar
      things="pipelines"
      {...{ chosen, offered }}
      onAction={(action, entries) => void begin(action, entries)}
      onClear={selection.clear}
    />
  );
}
