import { Plus, X } from "lucide-react";
import { useContext } from "react";
import {
  createMergeRequestBlock,
  deleteMergeRequestBlock,
  type MergeRequestBlock,
} from "../../../../shared/api/resources/merge-request-blocks.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { AddMergeRequest } from "../../../features/merge-requests/add-merge-request.tsx";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";
import { MergeRequestState } from "../../../features/merge-requests/merge-request-state.tsx";
import { noBlocksText, referenceFrom, useBlocks } from "../../../features/merge-requests/use-blocks.ts";
import { SidebarField } from "../../../features/work-page/sidebar-fields.tsx";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "./review-sidebar.module.css";

interface BlocksFieldProps {
  readonly mergeRequest: MergeRequest;
  readonly editable: boolean;
}

/** The merge requests that have to be merged before this one; where the service has none, the reason. */
export function BlocksField({ mergeRequest, editable }: BlocksFieldProps) {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const blocks = useBlocks(account, project, iid);
  const add = useWrite(createMergeRequestBlock);
  return (
    <SidebarField
      title="Blocked by"
      action={
        editable && blocks && mergeRequest.state === "opened" ? (
          <AddMergeRequest
            project={project}
            label="Merge request to merge first"
            trigger={<IconButton writes label="Add a merge request to merge first" icon={Plus} size="s" />}
            onAdd={async ({ id }) => {
              await add({ id: project, merge_request_iid: iid, blocking_merge_request_id: id });
            }}
          />
        ) : null
      }
    >
      {blocks === null ? (
        <p className={layout.small}>{noBlocksText}</p>
      ) : blocks === undefined || blocks.length === 0 ? (
        <p className={layout.muted}>{blocks ? "None" : "\u00a0"}</p>
      ) : (
        <ul className={styles.blocks} aria-label="Blocked by">
          {blocks.map((block) => (
            <BlockRow key={block.id} block={block} editable={editable} />
          ))}
        </ul>
      )}
    </SidebarField>
  );
}

interface BlockRowProps {
  readonly block: MergeRequestBlock;
  readonly editable: boolean;
}

/** One merge request that has to be merged first, and the button that removes it. */
function BlockRow({ block: { id, blocking_merge_request: other }, editable }: BlockRowProps) {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const remove = useWrite(deleteMergeRequestBlock);
  const removing = useSubmit(() => remove({ id: project, merge_request_iid: iid, block_id: id }), {
    onFailure: (failure) => toast.problem("The dependency was not removed", failure),
  });
  const name = other ? referenceFrom(project, other) : "the hidden merge request";
  return (
    <li>
      {other ? (
        <>
          <MergeRequestState state={other.state} />
          <AppLink
            className={layout.ellipsis}
            href={hrefs.mergeRequest(account, projectOfMergeRequest(other, undefined) ?? project, other.iid)}
            title={`${name} ${other.title}`}
          >
            {other.title}
          </AppLink>
          <span className={layout.small}>{name}</span>
        </>
      ) : (
        <span className={layout.muted}>One that you cannot see</span>
      )}
      {editable ? (
        <IconButton
          label={`Remove ${name}`}
          icon={X}
          size="s"
          writes
          loading={removing.isPending}
          onClick={removing.submit}
        />
      ) : null}
    </li>
  );
}
