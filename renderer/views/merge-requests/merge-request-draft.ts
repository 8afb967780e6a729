import { z } from "zod";
import { userSummary } from "../../../shared/api/resources/user-shapes.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";

const fields = z.object({
  source: z.string(),
  title: z.string(),
  description: z.string(),
  assignees: z.array(userSummary),
  reviewers: z.array(userSummary),
  labels: z.array(z.string()),
  isDraft: z.boolean(),
  deletesSource: z.boolean(),
});
export type MergeRequestDraft = z.output<typeof fields>;

const blank: MergeRequestDraft = {
  source: "",
  title: "",
  description: "",
  assignees: [],
  reviewers: [],
  labels: [],
  isDraft: false,
  deletesSource: true,
};
const drafts = createStoredValues("drafts", "new-merge-request", fields, blank);

/** Returns the draft of a project's next merge request: stored on disk as it is filled in, until it was created. */
export function useMergeRequestDraft(account: string, project: string) {
  const key = `new-merge-request ${JSON.stringify([account, project])}`;
  const { value } = useStoredValue(drafts, key);
  return {
    draft: value,
    change: (patch: Partial<MergeRequestDraft>) => drafts.change(key, (now) => ({ ...now, ...patch })),
    clear: () => drafts.change(key, () => blank),
    /** Restores a discarded draft, unless something has been typed since. */
    restore: (gone: MergeRequestDraft) => drafts.change(key, (now) => (now === blank ? gone : now)),
    isBlank: JSON.stringify(value) === JSON.stringify(blank),
  };
}
