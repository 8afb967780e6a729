import { History, Target } from "lucide-react";
import { type ReactElement, useState } from "react";
import { listPipelines, type Pipeline } from "../../../../shared/api/resources/pipelines.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { StatusIcon, statusStyle } from "../../../features/ci/ci-status.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { containsText, type FilterItem } from "../../../ui/lists/filter-list.tsx";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { useTarget } from "./use-last-good.ts";

interface PipelinePickerProps {
  readonly account: string;
  readonly project: string;
  readonly pipeline: { readonly id: number; readonly ref?: string | null | undefined };
  /** Branch that it is merged into, where the address names it. */
  readonly target?: string | undefined;
  /** Pipeline that it is compared with now. */
  readonly other?: number;
  /** The button that opens the list. */
  readonly trigger: ReactElement;
}

/** Pipelines that are offered; any other is found by its number. */
const maxOffered = 100;

/** Chooses what a pipeline is compared with: the last success of a branch, a recent pipeline, or one by its number. */
export function PipelinePicker({ account, project, pipeline, target, other, trigger }: PipelinePickerProps) {
  const go = useGo();
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const recent = useOperation(listPipelines, isOpen ? { id: project, per_page: maxOffered } : null);
  const ref = pipeline.ref ?? null;
  const targetName = useTarget({ account, project, ref, target }).data ?? null;
  const number = /^#?([1-9]\d{0,14})$/.exec(query.trim())?.[1];
  const pipelines = (recent.data ?? []).filter(({ id }) => id !== pipeline.id);
  const section = "Last success";
  const items: FilterItem[] = [
    ...(ref === null ? [] : [{ id: "branch", label: `Last success of ${ref}`, icon: History, section }]),
    ...(targetName === null || targetName === ref
      ? []
      : [{ id: "target", label: `Last success of ${targetName}`, icon: Target, section }]),
    ...pipelines.map((each) => itemOf(each, other)),
  ].filter((item) => containsText(item, query));
  if (number !== undefined && Number(number) !== pipeline.id && !items.some(({ id }) => id === number)) {
    items.push({ id: number, label: `Pipeline #${number}`, section: "Number" });
  }
  return (
    <Combobox
      label="Compare with"
      placeholder="Branch, state or number"
      align="end"
      trigger={trigger}
      items={items}
      loading={recent.isLoading}
      {...(recent.error ? { problem: describeProblem(recent.error).message } : {})}
      onOpenChange={setOpen}
      onQuery={setQuery}
      onChoose={({ id }) => go(hrefs.pipelineComparison(account, project, pipeline.id, id, { target }))}
    />
  );
}

const itemOf = ({ id, ref, status, created_at }: Pipeline, other: number | undefined): FilterItem => ({
  id: String(id),
  label: `#${id} ${ref ?? ""}, ${statusStyle(status).word.toLowerCase()}`,
  mark: <StatusIcon status={status} decorative />,
  hint: created_at ? <RelativeTime time={created_at} /> : undefined,
  selected: id === other,
  section: "Recent pipelines",
});
