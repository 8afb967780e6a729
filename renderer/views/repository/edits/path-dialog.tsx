import { type FormEvent, useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
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

/** Asks for a file's path, folders included. */
export function PathDialog({ title, initial, action, onDone, onClose }: PathDialogProps) {
  const form = useId();
  const [path, setPath] = useState(initial);
  const [tried, setTried] = useState(false);
  const problem = pathProblem(path) ?? (path === initial ? "The path is unchanged." : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem) return;
    onClose();
    onDone(path);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label="Path"
          hint="Slashes make folders."
          mono
          value={path}
          onChange={setPath}
          error={tried ? (problem ?? undefined) : undefined}
        />
      </form>
    </Dialog>
  );
}
