import { useState } from "react";
import { createBranch } from "../../../shared/api/resources/branches.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useRefNameProblem } from "../../features/ref-names/use-ref-name-problem.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { useDraft } from "../../state/text-draft.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

interface NewBranchProps {
  readonly project: string;
  readonly from: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Creates a branch, whose name is checked and stored while it is typed, and starts a merge request of it if wanted. */
export function NewBranch({ project, from, open, onOpenChange }: NewBranchProps) {
  const account = useAccountId();
  const go = useGo();
  const write = useWrite();
  const draft = useDraft(`new-branch ${JSON.stringify([account, project])}`);
  const name = draft.text.trim();
  const problem = useRefNameProblem(project, "branch", name);
  const [chosen, setStart] = useState<string | null>(null);
  // The default branch may become known after the dialog was opened.
  const start = chosen ?? from;
  const [startsMergeRequest, setStartsMergeRequest] = useState(false);
  const submission = useSubmit(async () => {
    await write(createBranch, { id: project, branch: name, ref: start });
    const form = { create: "1", source: name, target: start };
    const address = hrefs.project(account, project, "merge_requests", form);
    toast.success(
      `Created ${name}`,
      startsMergeRequest ? {} : { action: { label: "New merge request", onSelect: () => go(address) } },
    );
    draft.clear();
    onOpenChange(false);
    if (startsMergeRequest) go(address);
  });
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="New branch"
      submitLabel="Create branch"
      submission={submission}
      isReady={name !== "" && problem === undefined && start !== ""}
    >
      <TextField
        label="Name"
        mono
        value={draft.text}
        onChange={draft.setText}
        error={problem}
        placeholder="feature/short-description"
        autoFocus
      />
      <RefPicker
        project={project}
        label="From"
        showsLabel
        current={start || null}
        defaultBranch={from || null}
        onChoose={setStart}
      />
      <Checkbox
        label="Start a merge request"
        description={`From the new branch into ${start || "its start"}`}
        checked={startsMergeRequest}
        onChange={setStartsMergeRequest}
      />
    </FormDialog>
  );
}
