import { useState } from "react";
import { createTag } from "../../../shared/api/resources/tags.ts";
import { describeProblem, type ErrorStateProps } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./tags.module.css";

interface NewTagProps {
  readonly project: string;
  readonly from: string;
  readonly onClose: () => void;
}

/** Asks for a name, a commit and an annotation, and creates the tag. */
export function NewTag({ project, from, onClose }: NewTagProps) {
  const write = useWrite();
  const [name, setName] = useState("");
  const [typed, setRef] = useState<string | null>(null);
  // The default branch may become known after the dialog was opened.
  const ref = typed ?? from;
  const [message, setMessage] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const create = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const tag_name = name.trim();
      await write(createTag, { id: project, tag_name, ref: ref.trim(), ...(message ? { message } : {}) });
      toast.success(`Created the tag ${tag_name}`);
      onClose();
    } catch (error) {
      setFailure(describeProblem(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New tag"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={name.trim() === "" || ref.trim() === ""}
            onClick={() => void create()}
          >
            Create tag
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField label="Name" mono value={name} onChange={setName} autoFocus />
        <TextField label="At" mono value={ref} onChange={setRef} hint="A branch, a tag or a commit's hash" />
        <TextArea
          label="Annotation"
          value={message}
          onChange={setMessage}
          hint="Left empty, the tag is lightweight: a name and nothing else"
        />
        {failure ? <ErrorState compact {...failure} /> : null}
      </div>
    </Dialog>
  );
}
