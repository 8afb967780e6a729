import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useContext, useState } from "react";
import type { PinnedResource } from "../../../../shared/host/accounts.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { offlineCopiesQuery, removeOfflineCopy } from "../../../api/offline-copies.ts";
import { toast } from "../../../ui/toast.tsx";
import { ReviewContext } from "../review-context.ts";
import { packName } from "./pack-name.ts";
import { readOfflinePack } from "./read-offline-pack.ts";

interface OfflinePack {
  /** Words while it is being taken; null when nothing is under way. */
  readonly progress: string | null;
  /** What the disk holds of this review; null where it was not taken. */
  readonly kept: PinnedResource | null;
  readonly take: () => void;
  readonly release: () => void;
}

/** Keeps the review on the host's disk, until it is released. */
export function useOfflinePack(): OfflinePack {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const client = useQueryClient();
  const query = offlineCopiesQuery(account);
  const { data } = useQuery(query);
  const [progress, setProgress] = useState<string | null>(null);
  const name = packName(project, iid);
  const change = async (failed: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.problem(failed, describeProblem(error));
    } finally {
      setProgress(null);
      await client.invalidateQueries({ queryKey: query.queryKey });
    }
  };
  const take = () =>
    change("The review was not taken whole", async () => {
      setProgress("Reading…");
      const { versions, files } = await readOfflinePack(account, project, iid, (done, all) =>
        setProgress(`${done} of ${all}`),
      );
      toast.success("This review is on disk", {
        description: `${versions} versions and ${files} files can be read without a network. What you write waits in the outbox until it can be sent.`,
      });
    });
  const release = () =>
    change("The review was not removed from the disk", async () => {
      await removeOfflineCopy(account, name);
      toast.success("This review is no longer kept");
    });
  return {
    progress,
    kept: data?.find((kept) => kept.name === name) ?? null,
    take: () => void take(),
    release: () => void release(),
  };
}
