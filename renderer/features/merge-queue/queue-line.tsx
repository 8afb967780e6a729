import { ListOrdered } from "lucide-react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { hasEnded } from "../../../shared/merge-requests/queue-lanes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { Button, Link } from "../../ui/buttons/button.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { addToQueue, queuedStateTexts, removeFromQueue, useQueued } from "./merge-queue.ts";

interface QueueLineProps {
  /** Full path. */
  readonly project: string;
  readonly mergeRequest: MergeRequest;
}

/** A merge request's place in the merge queue: why it is there or was stopped, and the button that adds or removes it. */
export function QueueLine({ project, mergeRequest }: QueueLineProps) {
  const account = useAccountId();
  const queued = useQueued(account, project, mergeRequest.iid);
  const isWaiting = queued !== undefined && !hasEnded(queued);
  const submission = useSubmit(async () => {
    if (isWaiting) await removeFromQueue(queued.key);
    else await addToQueue(account, project, mergeRequest);
    toast.success(isWaiting ? "Removed from the merge queue" : "Added to the merge queue");
  });
  if (!mergeRequest.sha) return null;
  return (
    <>
      <div className={flow.cluster}>
        <Button icon={ListOrdered} loading={submission.isPending} onClick={submission.submit}>
          {isWaiting ? "Remove from merge queue" : "Add to merge queue"}
        </Button>
        {queued ? (
          <span className={layout.muted}>
            <Link asChild>
              <AppLink href={hrefs.mergeQueue}>{queuedStateTexts[queued.state]}</AppLink>
            </Link>
            : {queued.reason}
          </span>
        ) : null}
      </div>
      {submission.failure ? <ErrorState inline {...submission.failure} /> : null}
    </>
  );
}
