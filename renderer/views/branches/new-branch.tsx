import { useState } from "react";
import { createBranch } from "../../../shared/api/resources/branches.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

interface NewBranchProps {
  readonly project: string;
  readonly from: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Asks for a name and a starting point and creates the branch. */
export function NewBranch({ project, from, open, onOpenChange }: NewBranchProps) {
  const write = useWrite();
  const [name, setName] = useState("");
  const [typed, setStart] = useState<string | null>(null);
  // The default branch may become known after the dialog was opened.
  const start = typed ?? from;
  const submission = useSubmit(async () => {
    await write(createBranch, { id: project, branch: name.trim(), ref: start.trim() });
    toast.success(`Created ${name.trim()}`);
    setName("");
    onOpenChange(false);
  });
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="New branch"
      submitLabel="Create branch"
      submission={submission}
      isReady={name.trim() !== "" && start.trim() !== ""}
    >
      <TextField label="Name" mono value={name} onChange={setName} autoFocus />
      <TextField
        label="From"
        mono
        value={start}
        onChange={setStart}
        hint="A branch, a tag or a commit's hash"
      />
    </FormDialog>
  );
}
