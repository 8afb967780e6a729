import { Pencil } from "lucide-react";
import { useContext, useState } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { listLabels } from "../../../../shared/api/resources/project-lists.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { LabelMark, Swatch } from "../../../features/labels/label-mark.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { MultiCombobox } from "../../../ui/multi-combobox.tsx";
import { ReviewContext } from "../review-context.ts";
import styles from "./sidebar.module.css";
import { SidebarField } from "./sidebar-field.tsx";
import { useEdit } from "./use-edit.ts";

interface LabelsFactProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** Labels, chosen from the project's or created; where the service lists none, the current ones are offered. */
export function LabelsField({ mergeRequest: { labels }, editable }: LabelsFactProps) {
  const { project } = useContext(ReviewContext);
  const edit = useEdit();
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  // The same list as below without a search, for the colours.
  const known = useOperation(listLabels, { id: project, per_page: 100 }, { staleTime: 60_000 });
  const found = useOperation(
    listLabels,
    open && query ? { id: project, per_page: 100, search: query } : null,
    { keepPrevious: true },
  );
  const colors = new Map((known.data ?? []).map(({ name, color }) => [name, color]));
  const toItem = (name: string, color = colors.get(name), hint?: string | null) => ({
    id: name,
    label: name,
    mark: <Swatch color={color} />,
    ...(hint ? { hint } : {}),
  });
  const items = ((query ? found.data : known.data) ?? []).map(({ name, color, description }) =>
    toItem(name, color, description),
  );
  return (
    <SidebarField
      title="Labels"
      action={
        editable ? (
          <MultiCombobox
            label="Labels of the merge request"
            placeholder="Find or write a label…"
            trigger={<IconButton label="Edit labels" icon={Pencil} size="s" />}
            items={items}
            chosen={labels.map((name) => toItem(name))}
            onQuery={setQuery}
            onOpenChange={setOpen}
            loading={found.isFetching}
            empty="No label yet: write one."
            // A comma would split it.
            create={(name) => `Add "${name.replaceAll(",", " ")}"`}
            onDone={(chosen) => {
              const names = chosen.map(({ id }) => id.replaceAll(",", " ").trim()).toSorted();
              void edit({
                send: { labels: names.join(",") },
                show: { labels: names },
                failed: "The labels were not changed",
              }).then(() => {
                // The service created the new ones, with colours.
                if (names.some((name) => !colors.has(name))) void known.refetch();
              });
            }}
          />
        ) : null
      }
    >
      {labels.length === 0 ? <p className={layout.muted}>None</p> : null}
      <div className={styles.labels}>
        {labels.map((name) => (
          <LabelMark key={name} name={name} color={colors.get(name)} />
        ))}
      </div>
    </SidebarField>
  );
}
