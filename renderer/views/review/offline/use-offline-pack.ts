import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useContext, useState } from "react";
import type { PinnedResource } from "../../../../shared/host/accounts.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { offlineCopiesQuery, removeOfflineCopy } from "../../../api/offline-copies.ts";
import { toast } from "../../../ui/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { offlineCopyName, readOfflinePack } from "./read-offline-pack.ts";

interface OfflinePack {
  /** Progress text while it is being saved; null otherwise. */
  readonly progress: string | null;
  /** The offline copy; null where there is none. */
  readonly copy: PinnedResource | null;
  readonly take: () => void;
  readonly release: () => void;
}

/** Pins the review in the host's cache until it is removed. */
export function useOfflinePack(): OfflinePack {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const client = useQueryClient();
  const query = offlineCopiesQuery(account);
  const { data } = useQuery(query);
  const [progress, setProgress] = useState<string | null>(null);
  const name = offlineCopyName(project, iid);
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
    change("The review was not saved completely", async () => {
      setProgress("Loading…");
      const { versions, files } = await readOfflinePack(account, project, iid, (done, all) =>
        setProgress(`${done} of ${all}`),
      );
      toast.success("Review available offline", {
        description: `${versions} versions and ${files} files are saved. Comments that you write offline go to the outbox.`,
      });
    });
  const release = () =>
    change("The offline copy was not removed", async () => {
      await removeOfflineCopy(account, name);
      toast.success("Offline copy removed");
    });
  return {
    progress,
    copy: data?.find((pinned) => pinned.name === name) ?? null,
    take: () => void take(),
    release: () => void release(),
  };
}
