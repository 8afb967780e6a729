import { GitMerge, Timer, X } from "lucide-react";
import { useContext, useState } from "react";
import { cancelAutoMerge } from "../../../../shared/api/resources/merge-request-merges.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { acceptMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import type { Project } from "../../../../shared/api/resources/projects.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { CheckedOutNote, mayMoveCheckout } from "../../../features/local-repositories/checked-out-note.tsx";
import { useCheckedOut } from "../../../features/local-repositories/use-original.ts";
import { watchMerge } from "../../../features/merge-requests/watch-merge.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import flow from "../../../ui/theme/flow.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { useEdit } from "../sidebar/edited-fields.tsx";
import { MergeMessages, useMessageDrafts } from "./merge-messages.tsx";
import { AddToTrain, TrainPlace, useMergeTrain } from "./merge-train.tsx";
import type { MergeState } from "./use-merge-state.ts";

interface MergeFormProps {
  readonly mergeRequest: MergeRequest;
  readonly details: Project | undefined;
  readonly approvedBy: readonly UserSummary[];
  /** Number of open threads. */
  readonly unresolved: number;
  /** Reason why it cannot be merged now; null where it can. */
  readonly obstacle: string | null;
  /** Whether a pipeline runs, and nothing else is in the way. */
  readonly waitsForPipeline: boolean;
  readonly state: MergeState;
}

/** The buttons that merge now, when the pipeline succeeds or by a train, with the options and messages of the merge. */
export function MergeForm(props: MergeFormProps) {
  const { mergeRequest, details, approvedBy, unresolved, obstacle, waitsForPipeline, state } = props;
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const accept = useWrite(acceptMergeRequest);
  const { checkout, recheck } = useCheckedOut(account, project, mergeRequest.target_branch);
  const drafts = useMessageDrafts();
  const [isEditing, setEditing] = useState(drafts.merge.text !== "" || drafts.squash.text !== "");
  const squash = squashOf(details, mergeRequest);
  const remove = mergeRequest.force_remove_source_branch ?? mergeRequest.should_remove_source_branch ?? false;
  const send = async (isAutomatic: boolean) => {
    const made = await accept({
      id: project,
      merge_request_iid: iid,
      ...(mergeRequest.sha ? { sha: mergeRequest.sha } : {}),
      squash,
      should_remove_source_branch: remove,
      merge_commit_message: drafts.merge.text || undefined,
      squash_commit_message: (squash && drafts.squash.text) || undefined,
      merge_when_pipeline_succeeds: isAutomatic || undefined,
      update_worktree: mayMoveCheckout(checkout) || undefined,
    });
    drafts.merge.clear();
    drafts.squash.clear();
    setEditing(false);
    toast.success(
      made.state === "opened"
        ? "Merges when the pipeline succeeds"
        : `Merged into ${mergeRequest.target_branch}`,
    );
    if (made.state === "opened") await watchMerge(account, project, mergeRequest);
    await state.refetch();
  };
  const merge = useSubmit(() => send(false));
  const waiting = useSubmit(() => send(true));
  const train = useMergeTrain(mergeRequest, details);
  const failure = merge.failure ?? waiting.failure;
  if (train && train.position > 0) return <TrainPlace {...{ mergeRequest, train }} refetch={state.refetch} />;
  if (state.isAutoMerging) return <AutoMerge user={state.autoMergeUser} refetch={state.refetch} />;
  const isBlocked = checkout !== undefined && !mayMoveCheckout(checkout);
  return (
    <>
      {checkout ? <CheckedOutNote checkout={checkout} act="merge" onRecheck={recheck} /> : null}
      {isEditing ? (
        <MergeMessages
          {...{ mergeRequest, details, squash, approvedBy, drafts }}
          onClose={() => setEditing(false)}
        />
      ) : null}
      <div className={flow.cluster}>
        <Button
          variant="primary"
          icon={GitMerge}
          writes
          loading={merge.isPending}
          disabled={obstacle !== null || isBlocked}
          onClick={merge.submit}
        >
          {unresolved > 0 && obstacle === null
            ? `Merge with ${unresolved} open ${unresolved === 1 ? "thread" : "threads"}`
            : "Merge"}
        </Button>
        {waitsForPipeline ? (
          <Button
            icon={Timer}
            writes
            loading={waiting.isPending}
            disabled={isBlocked}
            onClick={waiting.submit}
          >
            Merge when pipeline succeeds
          </Button>
        ) : null}
        {details?.merge_trains_enabled && train !== null ? (
          <AddToTrain
            {...{ mergeRequest, train, squash, waitsForPipeline }}
            disabled={(obstacle !== null && !waitsForPipeline) || isBlocked}
            refetch={state.refetch}
          />
        ) : null}
        <MergeOptions details={details} squash={squash} remove={remove} />
        {isEditing ? null : <Button onClick={() => setEditing(true)}>Edit messages…</Button>}
        <Destination />
      </div>
      {failure ? <ErrorState inline {...failure} /> : null}
    </>
  );
}

/** Returns whether the commits are squashed: what the project prescribes, else what the merge request says. */
const squashOf = (details: Project | undefined, { squash }: MergeRequest): boolean =>
  details?.squash_option === "always" || (details?.squash_option !== "never" && (squash ?? false));

interface MergeOptionsProps {
  readonly details: Project | undefined;
  readonly squash: boolean;
  readonly remove: boolean;
}

/** Squashing, where the project leaves the choice, and what becomes of the source branch. */
function MergeOptions({ details, squash, remove }: MergeOptionsProps) {
  const edit = useEdit();
  const option = details?.squash_option;
  return (
    <>
      <Checkbox
        writes
        label="Squash commits"
        checked={squash}
        disabled={option === "always" || option === "never"}
        onChange={(next) =>
          void edit({
            send: { squash: next },
            show: { squash: next },
            failed: "The option was not changed",
          })
        }
      />
      <Checkbox
        writes
        label="Delete source branch"
        checked={remove}
        onChange={(next) =>
          void edit({
            send: { remove_source_branch: next },
            show: { force_remove_source_branch: next, should_remove_source_branch: next },
            failed: "The option was not changed",
          })
        }
      />
    </>
  );
}

interface AutoMergeProps {
  /** Who set it; null where the service does not say. */
  readonly user: string | null;
  readonly refetch: () => Promise<unknown>;
}

/** An automatic merge that is set, and the button that cancels it. */
function AutoMerge({ user, refetch }: AutoMergeProps) {
  const { project, iid } = useContext(ReviewContext);
  const write = useWrite(cancelAutoMerge);
  const cancel = useSubmit(async () => {
    await write({ id: project, merge_request_iid: iid });
    await refetch();
    toast.success("Automatic merge canceled");
  });
  return (
    <>
      <div className={flow.cluster}>
        <span role="status">Merges when the pipeline succeeds{user ? `, set by ${user}` : ""}.</span>
        <Button icon={X} writes loading={cancel.isPending} onClick={cancel.submit}>
          Cancel automatic merge
        </Button>
      </div>
      {cancel.failure ? <ErrorState inline {...cancel.failure} /> : null}
    </>
  );
}
