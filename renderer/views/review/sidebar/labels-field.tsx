import { Pencil } from "lucide-react";
import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { LabelMark } from "../../../features/labels/label-mark.tsx";
import { LabelPicker } from "../../../features/labels/label-picker.tsx";
import { useLabelColors } from "../../../features/labels/use-label-colors.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "./sidebar.module.css";
import { SidebarField } from "./sidebar-field.tsx";
import { useEdit } from "./use-edit.ts";

interface LabelsFieldProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The labels of a merge request. */
export function LabelsField({ mergeRequest: { labels }, editable }: LabelsFieldProps) {
  const { project } = useContext(ReviewContext);
  const edit = useEdit();
  const { colors, refetch } = useLabelColors(project);
  return (
    <SidebarField
      title="Labels"
      action={
        editable ? (
          <LabelPicker
            project={project}
            trigger={<IconButton label="Edit labels" icon={Pencil} size="s" />}
            chosen={labels}
            onDone={(names) =>
              void edit({
                send: { labels: names.join(",") },
                show: { labels: names },
                failed: "The labels were not changed",
              }).then(() => {
                // The service created the new ones, with colours.
                if (names.some((name) => !colors.has(name))) void refetch();
              })
            }
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
