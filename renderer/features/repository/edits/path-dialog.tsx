import { useState } from "react";
import { instantly } from "../../../ui/form.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { pathProblem } from "../paths.ts";

interface PathDialogProps {
  readonly title: string;
  /** Initial text of the field. */
  readonly initial: string;
  readonly action: string;
  readonly onDone: (path: string) => void;
  readonly onClose: () => void;
}

/** Dialog for a file's path, folders included. */
export function PathDialog({ title, initial, action, onDone, onClose }: PathDialogProps) {
  const [path, setPath] = useState(initial);
  const [tried, setTried] = useState(false);
  const problem = pathProblem(path) ?? (path === initial ? "The path is unchanged." : null);
  const submit = () => {
    setTried(true);
    if (problem) return;
    onClose();
    onDone(path);
  };
  return (
    <FormDialog onClose={onClose} title={title} submitLabel={action} submission={instantly(submit)}>
      <TextField
        label="Path"
        hint="Slashes make folders."
        mono
        autoFocus
        value={path}
        onChange={setPath}
        error={tried ? (problem ?? undefined) : undefined}
      />
    </FormDialog>
  );
}
