import { Pencil } from "lucide-react";
import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useBranchSearch } from "../../../features/ref-picker/use-branch-search.ts";
import { Combobox } from "../../../ui/combobox.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { draftTitle, readyTitle } from "../merge-request/draft-title.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "./sidebar.module.css";
import { SidebarField } from "./sidebar-field.tsx";
import { useEdit } from "./use-edit.ts";

interface TargetFactProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The target branch. */
export function TargetField({ mergeRequest, editable }: TargetFactProps) {
  const { project } = useContext(ReviewContext);
  const { target_branch: target, source_branch: source, state } = mergeRequest;
  const edit = useEdit();
  const { names, ...search } = useBranchSearch(project);
  return (
    <SidebarField
      title="Target branch"
      action={
        editable && state === "opened" ? (
          <Combobox
            label="Branch to merge into"
            placeholder="Find a branch…"
            align="end"
            trigger={<IconButton label="Edit target branch" icon={Pencil} size="s" />}
            items={names
              .filter((name) => name !== source)
              .map((name) => ({ id: name, label: name, selected: name === target }))}
            {...search}
            onChoose={({ id }) => {
              if (id === target) return;
              void edit({
                send: { target_branch: id },
                show: { target_branch: id },
                failed: "The target branch was not changed",
              });
            }}
          />
        ) : null
      }
    >
      <p className={styles.branches}>
        <code>{target}</code>
      </p>
    </SidebarField>
  );
}

/** The draft state, as a switch. */
export function DraftSwitch({
  mergeRequest: { title, draft, work_in_progress },
}: Pick<TargetFactProps, "mergeRequest">) {
  const edit = useEdit();
  const isDraft = work_in_progress || draft === true;
  return (
    <div className={styles.draft}>
      <Switch
        label="Draft"
        description={isDraft ? "Not ready to merge" : "Not a draft"}
        checked={isDraft}
        onChange={(next) => {
          const named = next ? draftTitle(title) : readyTitle(title);
          void edit({
            send: { title: named },
            show: { title: named, draft: next, work_in_progress: next },
            failed: next
              ? "The merge request was not marked as a draft"
              : "The merge request is still a draft",
          });
        }}
      />
    </div>
  );
}
