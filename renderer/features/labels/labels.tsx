import { type ReactNode, useState } from "react";
import { listLabels } from "../../../shared/api/resources/labels.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { MultiCombobox } from "../../ui/forms/combobox.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import styles from "./labels.module.css";

interface LabelPickerProps {
  readonly project: string;
  /** Thing that gets the labels: "merge request", "issue". */
  readonly noun?: string;
  /** The button that opens the list; one element. */
  readonly trigger: ReactNode;
  readonly chosen: readonly string[];
  /** Called with sorted names when the list closes with another choice. */
  readonly onDone: (names: string[]) => void;
}

/** Chooses labels of a project, or creates new ones; where the service lists none, the chosen ones are offered. */
export function LabelPicker({ project, noun = "merge request", trigger, chosen, onDone }: LabelPickerProps) {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const { colors } = useLabelColors(project);
  const found = useOperation(
    listLabels,
    open ? { id: project, per_page: 100, search: query || undefined } : null,
    { keepPrevious: true },
  );
  const toItem = (name: string, color = colors.get(name), hint?: string | null) => ({
    id: name,
    label: name,
    mark: <Swatch color={color} />,
    hint: hint || undefined,
  });
  return (
    <MultiCombobox
      label={`Labels of the ${noun}`}
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

/** Milliseconds for which the colours of a project's labels are cached. */
const freshMs = 300_000;

/** Returns the colours of a project's labels by name; none while they load and where the service does not list them. */
export function useLabelColors(project: string | null): {
  readonly colors: ReadonlyMap<string, string | undefined>;
  readonly refetch: () => unknown;
} {
  const { data, refetch } = useOperation(listLabels, project ? { id: project, per_page: 100 } : null, {
    staleTime: freshMs,
  });
  return { colors: new Map((data ?? []).map(({ name, color }) => [name, color])), refetch };
}

/** The colour of a label as a dot; an invalid colour is omitted. */
export function Swatch({ color }: { readonly color: string | undefined }) {
  // Untrusted: used in a style.
  const safe = color && /^#[0-9a-f]{3,8}$/i.test(color) ? color : undefined;
  return (
    <span className={styles.swatch} style={safe ? { background: safe } : undefined} aria-hidden="true" />
  );
}

/** A label: its name beside its colour, readable in both themes. */
export function LabelMark({ name, color }: { readonly name: string; readonly color: string | undefined }) {
  return (
    <span className={styles.label} title={name}>
      <Swatch color={color} />
      <span className={cx(layout.ellipsis, styles.name)}>{name}</span>
    </span>
  );
}
