import { Pencil } from "lucide-react";
import { useContext } from "react";
import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type {
  MergeRequest,
  MergeRequestDetail,
} from "../../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequest, updateMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useBranchSearch } from "../../../features/ref-picker/use-branch-search.ts";
import { editFields } from "../../../features/work-page/edit-fields.ts";
import { SidebarField } from "../../../features/work-page/sidebar-fields.tsx";
import page from "../../../features/work-page/work-page.module.css";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { Switch } from "../../../ui/forms/switch.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { draftTitle, readyTitle } from "../merge-request/use-merge-request.ts";
import styles from "./review-sidebar.module.css";

type Changes = Omit<InputOf<typeof updateMergeRequest>, "id" | "merge_request_iid">;

/** Returns a function that edits fields of the merge request, as {@link editFields} does. */
export function useEdit() {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const target = { id: project, merge_request_iid: iid };
  const queryKey = operationQueryKey(account, getMergeRequest, "one", target);
  const write = useWrite(updateMergeRequest, { series: ["edit", ...queryKey] });
  return editFields<Changes, MergeRequestDetail, MergeRequestDetail>(queryKey, (send, shown) =>
    write({ ...target, ...send }, shown),
  );
}

interface OptionsFactProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** Who may push to its branch and comment. */
export function OptionsField({ mergeRequest, editable }: OptionsFactProps) {
  const edit = useEdit();
  const isOpen = mergeRequest.state === "opened";
  const fromFork =
    mergeRequest.source_project_id !== undefined &&
    mergeRequest.source_project_id !== mergeRequest.target_project_id;
  const shares = mergeRequest.allow_collaboration ?? mergeRequest.allow_maintainer_to_push ?? false;
  const locked = mergeRequest.discussion_locked ?? false;
  return (
    <SidebarField title="Options">
      <div className={page.options}>
        {isOpen && fromFork ? (
          <Switch
            writes
            label="Allow commits"
            description="From members who can merge"
            checked={shares}
            disabled={!editable}
            onChange={(next) =>
              void edit({
                send: { allow_collaboration: next },
                show: { allow_collaboration: next, allow_maintainer_to_push: next },
                failed: "The option was not changed",
              })
            }
          />
        ) : null}
        <Switch
          writes
          label="Lock discussion"
          description={locked ? "Only project members can comment" : "Anyone with access can comment"}
          checked={locked}
          disabled={!editable}
          onChange={(next) =>
            void edit({
              send: { discussion_locked: next },
              show: { discussion_locked: next },
              failed: next ? "The discussion was not locked" : "The discussion was not unlocked",
            })
          }
        />
      </div>
      {isOpen && mergeRequest.merge_when_pipeline_succeeds ? (
        <p>Set to merge when the pipeline succeeds</p>
      ) : null}
      {mergeRequest.subscribed ? (
        <p className={layout.muted}>You get notifications about this merge request</p>
      ) : null}
    </SidebarField>
  );
}

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
            trigger={<IconButton writes label="Edit target branch" icon={Pencil} size="s" />}
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
        writes
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
