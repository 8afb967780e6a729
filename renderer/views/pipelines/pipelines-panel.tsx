import { Workflow, Zap } from "lucide-react";
import { useMemo } from "react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useSelectableList } from "../../features/bulk/use-selectable-list.ts";
import { pipelinesText } from "../../features/ci/count-texts.ts";
import { PipelineRow, pipelineRowHeight } from "../../features/ci/pipeline-row.tsx";
import { pipelineSources, sourceText } from "../../features/ci/source-text.ts";
import type { usePipelinePages } from "../../features/ci/use-pipeline-pages.ts";
import { PagedList } from "../../features/paged-list/paged-list.tsx";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useRowSelection } from "../../ui/row-selection.ts";
import { NoPipelines } from "./no-pipelines.tsx";
import { PipelineBulkBar } from "./pipeline-bulk-bar.tsx";
import styles from "./pipelines.module.css";
import { RefFilter } from "./ref-filter.tsx";
import { StatusFilter } from "./status-filter.tsx";
import { pipelineStatuses, type usePipelineFilter } from "./use-pipeline-filter.ts";

interface PipelinesPanelProps {
  readonly account: string;
  readonly project: string;
  readonly list: ReturnType<typeof usePipelinePages>;
  readonly filter: ReturnType<typeof usePipelineFilter>;
  readonly mayAct: boolean;
}

/** The list of a project's pipelines with its filters. */
export function PipelinesPanel({ account, project, list, filter, mayAct }: PipelinesPanelProps) {
  const go = useGo();
  const order = useMemo(() => list.items.map(({ id }) => id), [list.items]);
  const selection = useRowSelection(order);
  const selectable = useSelectableList({
    rows: list.items,
    selection,
    all: pipelinesText(order.length),
    keysOf: ({ id }) => [id],
  });
  const { statuses, ref, source } = filter.value;
  const chosen = pipelineStatuses.filter((status) => statuses.includes(status));
  // Nothing to filter.
  if (!list.isPending && !list.error && list.items.length === 0 && !filter.isSet)
    return <NoPipelines account={account} project={project} />;
  return (
    <>
      <search className={styles.filters} aria-label="Pipelines">
        <StatusFilter
          states={pipelineStatuses}
          chosen={chosen}
          onChange={(next) => filter.set({ status: next.join(",") || undefined })}
        />
        <RefFilter project={project} value={ref} onChange={(next) => filter.set({ ref: next })} />
        <Combobox
          label="Source"
          trigger={
            <Button icon={Zap} aria-label={`Source: ${source ? sourceText(source) : "all"}`}>
              {source ? sourceText(source) : "All sources"}
            </Button>
          }
          items={pipelineSources.map((id) => ({ id, label: sourceText(id), selected: id === source }))}
          onChoose={({ id }) => filter.set({ source: id === source ? undefined : id })}
        />
        {filter.isSet ? (
          <Button variant="ghost" onClick={filter.clear}>
            Clear filters
          </Button>
        ) : null}
      </search>
      <PagedList
        label="Pipelines"
        list={list}
        items={list.items}
        scope={[...statuses, ref, source].join(" ")}
        {...selectable}
        mark={18}
        empty={
          <EmptyState
            icon={Workflow}
            title="No pipeline matches"
            description="Remove a filter or show all states."
            actions={<Button onClick={filter.clear}>Clear filters</Button>}
          />
        }
        itemKey={({ id }) => id}
        rowHeight={pipelineRowHeight}
        renderItem={(pipeline) => <PipelineRow {...{ account, project, pipeline, mayAct, selection }} />}
        onOpen={({ id }) => go(hrefs.pipeline(account, project, id))}
      />
      <PipelineBulkBar {...{ project, selection, mayAct }} pipelines={list.items} />
    </>
  );
}
