import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import layout from "../../../ui/layout.module.css";
import { Switch } from "../../../ui/switch.tsx";
import styles from "./sidebar.module.css";
import { SidebarField } from "./sidebar-field.tsx";
import { useEdit } from "./use-edit.ts";

interface OptionsFactProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** Merge options, and who may push to its branch and comment. */
export function OptionsField({ mergeRequest, editable }: OptionsFactProps) {
  const edit = useEdit();
  const isOpen = mergeRequest.state === "opened";
  const fromFork =
    mergeRequest.source_project_id !== undefined &&
    mergeRequest.source_project_id !== mergeRequest.target_project_id;
  const removes =
    mergeRequest.force_remove_source_branch ?? mergeRequest.should_remove_source_branch ?? false;
  const shares = mergeRequest.allow_collaboration ?? mergeRequest.allow_maintainer_to_push ?? false;
  const locked = mergeRequest.discussion_locked ?? false;
  return (
    <SidebarField title="Options">
      <div className={styles.options}>
        {isOpen ? (
          <>
            <Switch
              label="Delete source branch"
              description="When merged"
              checked={removes}
              disabled={!editable}
              onChange={(next) =>
                void edit({
                  send: { remove_source_branch: next },
                  show: { force_remove_source_branch: next, should_remove_source_branch: next },
                  failed: "The option was not changed",
                })
              }
            />
            <Switch
              label="Squash commits"
              description="When merged"
              checked={mergeRequest.squash ?? false}
              disabled={!editable}
              onChange={(next) =>
                void edit({
                  send: { squash: next },
                  show: { squash: next },
                  failed: "The option was not changed",
                })
              }
            />
          </>
        ) : null}
        {isOpen && fromFork ? (
          <Switch
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
