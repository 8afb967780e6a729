import type { AnyRouter } from "@tanstack/react-router";
import { parseAddress } from "../../features/addresses/parse-address.ts";
import { prefetchJob } from "../../views/job/prefetch.ts";
import { queryClient } from "../query-client.ts";

/**
 * Requests a job and its log as soon as the router has the address. The loader of its route runs later, once the window
 * around the views was rendered for it.
 */
export function prefetchOnNavigation(router: AnyRouter): void {
  router.subscribe("onBeforeNavigate", ({ toLocation, pathChanged }) => {
    const location = pathChanged ? parseAddress(toLocation.href) : null;
    if (location?.kind !== "project" || location.part !== "job" || !location.iid) return;
    const { account, project, iid } = location;
    void prefetchJob(queryClient, { account, project, job: iid }, false);
  });
}
