import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { createBranch } from "../../../shared/api/resources/branches.ts";
import { createMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { createWriteFlow } from "../../api/send-write.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { branchOfIssue } from "./branch-of-issue.ts";
import { useIssue } from "./issue-context.ts";

/** Creates a branch for the issue and a merge request that closes it. */
export function CreateFromIssue({ onClose }: { readonly onClose: () => void }) {
  const { account, project, iid, issue, me } = useIssue();
  const details = useOperation(getProject, { id: project }).data;
  const [branch, setBranch] = useState(branchOfIssue(iid, issue.title));
  const [from, setFrom] = useState<string | null>(null);
  const [title, setTitle] = useState(`Resolve "${issue.title}"`);
  const [isDraft, setDraft] = useState(true);
  const client = useQueryClient();
  const go = useGo();
  const source = from ?? details?.default_branch ?? "";
  /** The branch that was created, where only the merge request was refused. */
  const made = useRef<string | null>(null);
  const submission = useSubmit(async () => {
    const writes = createWriteFlow(client);
    try {
      if (made.current !== branch)
        await writes.send(account, createBranch, { id: project, branch, ref: source });
      made.current = branch;
      const mergeRequest = await writes.send(account, createMergeRequest, {
        id: project,
        source_branch: branch,
        target_branch: details?.default_branch ?? source,
        title: isDraft && !/^draft:/i.test(title) ? `Draft: ${title.trim()}` : title.trim(),
        description: `Closes #${iid}`,
        assignee_id: me?.id,
        labels: issue.labels.join(",") || undefined,
        milestone_id: issue.milestone?.id,
        remove_source_branch: true,
      });
      onClose();
      go(hrefs.mergeRequest(account, project, mergeRequest.iid));
    } finally {
      writes.end();
    }
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Create merge request"
      description={`It closes #${iid} when it is merged.`}
      submitLabel="Create merge request"
      submission={submission}
      isReady={branch.trim() !== "" && source !== "" && title.trim() !== ""}
    >
      <TextField label="New branch" mono value={branch} onChange={setBranch} autoFocus />
      <TextField label="Start from" mono hint="A branch, tag or commit" value={source} onChange={setFrom} />
      <TextField label="Title" value={title} onChange={setTitle} />
      <Checkbox label="Mark as draft" checked={isDraft} onChange={setDraft} />
    </FormDialog>
  );
}
