import { type ReactNode, useState } from "react";
import { listLabels } from "../../../shared/api/resources/project-lists.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { MultiCombobox } from "../../ui/multi-combobox.tsx";
import { Swatch } from "./label-mark.tsx";
import { useLabelColors } from "./use-label-colors.ts";

interface LabelPickerProps {
  readonly project: string;
  /** The button that opens the list; one element. */
  readonly trigger: ReactNode;
  readonly chosen: readonly string[];
  /** Called with sorted names when the list closes with another choice. */
  readonly onDone: (names: string[]) => void;
}

/** Chooses labels of a project, or creates new ones; where the service lists none, the chosen ones are offered. */
export function LabelPicker({ project, trigger, chosen, onDone }: LabelPickerProps) {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const { colors } = useLabelColors(project);
  const found = useOperation(
    listLabels,
    open ? { id: project, per_page: 100, ...(query ? { search: query } : {}) } : null,
    { keepPrevious: true },
  );
  const toItem = (name: string, color = colors.get(name), hint?: string | null) => ({
    id: name,
    label: name,
    mark: <Swatch color={color} />,
    ...(hint ? { hint } : {}),
  });
  return (
    <MultiCombobox
      label="Labels of the merge request"
      placeholder="Find or create a label…"
      trigger={trigger}
      items={(found.data ?? []).map(({ name, color, description }) => toItem(name, color, description))}
      chosen={chosen.map((name) => toItem(name))}
      onQuery={setQuery}
      onOpenChange={setOpen}
      loading={found.isFetching}
      empty="No labels yet. Type a name to create one."
      problem={problemText(found.error)}
      // A comma would split it.
      create={(name) => `Create "${name.replaceAll(",", " ")}"`}
      onDone={(picked) => onDone(picked.map(({ id }) => id.replaceAll(",", " ").trim()).toSorted())}
    />
  );
}
