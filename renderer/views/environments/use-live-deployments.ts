import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Deployment } from "../../../shared/api/resources/environment-shapes.ts";
import { invalidateHere } from "../../api/query-client.ts";
import { liveMs } from "../../features/ci/poll-intervals.ts";
import { isUnderWay } from "./environment-state.ts";

/**
 * Keeps a history of deployments and the state of its environment current: it is read again when another
 * deployment became the current one, and every few seconds while one is under way.
 */
export function useLiveDeployments(
  account: string,
  deployments: readonly Deployment[],
  currentId: number | null,
): void {
  const client = useQueryClient();
  const shownId = useRef(currentId);
  useEffect(() => {
    if (shownId.current === currentId) return;
    shownId.current = currentId;
    void invalidateHere(client, account, ["deployments"]);
  }, [client, account, currentId]);
  const isLive = deployments.some(isUnderWay);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") {
        void invalidateHere(client, account, ["deployments", "environments"]);
      }
    }, liveMs);
    return () => clearInterval(timer);
  }, [client, account, isLive]);
}
