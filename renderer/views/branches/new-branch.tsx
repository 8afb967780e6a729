import { useState } from "react";
import { createBranch } from "../../../shared/api/resources/branches.ts";
import { describeProblem, type ErrorStateProps } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./branches.module.css";

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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const create = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await write(createBranch, { id: project, branch: name.trim(), ref: start.trim() });
      toast.success(`Created ${name.trim()}`);
      setName("");
      onOpenChange(false);
    } catch (error) {
      setFailure(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New branch"
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={name.trim() === "" || start.trim() === ""}
            onClick={() => void create()}
          >
            Create branch
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() && start.trim() && !busy) void create();
        }}
      >
        <TextField label="Name" mono value={name} onChange={setName} autoFocus />
        <TextField
          label="From"
          mono
          value={start}
          onChange={setStart}
          hint="A branch, a tag or a commit's hash"
        />
        {failure ? <ErrorState compact {...failure} /> : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}
