import { useQueryClient } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { listDiscussions } from "../../../shared/api/discussions.ts";
import { getMergeRequest } from "../../../shared/api/merge-request-changes.ts";
import { getMergeRequestVersion, listMergeRequestVersions } from "../../../shared/api/merge-requests.ts";
import { listMergeRequestNotes } from "../../../shared/api/notes.ts";
import { AccountContext } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { answerOperation } from "../../api/fetch-operation.ts";
import { toast } from "../../ui/toast.tsx";
import { readText } from "./read-text.ts";
import { ReviewContext } from "./review-context.ts";

/** Files that are read side by side. */
const atOnce = 6;

interface OfflinePack {
  /** Words while it is being taken; null when nothing is under way. */
  readonly progress: string | null;
  readonly taken: boolean;
  readonly take: () => void;
}

/**
 * Reads all that a review needs once, so that the host's disk holds it: every version, its files before and after,
 * and what was said. What is asked for later without a network is answered from there, with its age.
 */
export function useOfflinePack(): OfflinePack {
  const { project, iid } = useContext(ReviewContext);
  const account = useContext(AccountContext) ?? "";
  const client = useQueryClient();
  const [progress, setProgress] = useState<string | null>(null);
  const [taken, setTaken] = useState(false);
  const take = async () => {
    setProgress("Reading…");
    const target = { id: project, merge_request_iid: iid };
    try {
      const versions = (await answerOperation(account, listMergeRequestVersions, target, { pages: "all" }))
        .data;
      const lists = { ...target, per_page: 100 };
      // A service without threads or single merge requests keeps the rest all the same.
      await Promise.allSettled([
        answerOperation(account, getMergeRequest, target),
        answerOperation(account, listDiscussions, lists, { pages: "all" }),
        answerOperation(account, listMergeRequestNotes, lists, { pages: "all" }),
      ]);
      const blobs = new Map<string, readonly [sha: string, path: string]>();
      for (const { id, base_commit_sha: base, head_commit_sha: head } of versions) {
        const { data } = await answerOperation(account, getMergeRequestVersion, {
          ...target,
          version_id: id,
        });
        for (const { old_path, new_path, new_file, deleted_file } of data.diffs) {
          if (!new_file) blobs.set(`${base} ${old_path}`, [base, old_path]);
          if (!deleted_file) blobs.set(`${head} ${new_path}`, [head, new_path]);
        }
      }
      const queue = [...blobs.values()];
      let done = 0;
      const work = async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          await readText(account, project, next[0], next[1]);
          setProgress(`${++done} of ${blobs.size} files`);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      await client.invalidateQueries();
      setTaken(true);
      toast.success("This review is on disk", {
        description: `${versions.length} versions and ${blobs.size} files can be read without a network. What you write waits in your review until it can be sent.`,
      });
    } catch (error) {
      toast.problem("The review was not taken whole", describeProblem(error));
    } finally {
      setProgress(null);
    }
  };
  return { progress, taken, take: () => void take() };
}
