import { useContext } from "react";
import { useAccountId } from "../../../api/account-context.ts";
import type { Destination } from "../../../features/outbox/outbox.ts";
import { ReviewContext } from "../review-context.ts";

/** This merge request as the outbox knows it. */
export function useDestination(): Destination {
  const { project, iid, place, mergeRequest, threaded } = useContext(ReviewContext);
  const account = useAccountId();
  return { place, account, project, iid, title: mergeRequest?.title ?? `!${iid}`, threaded };
}
