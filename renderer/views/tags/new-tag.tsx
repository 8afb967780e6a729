import { useState } from "react";
import { createTag } from "../../../shared/api/resources/tags.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

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
  const submission = useSubmit(async () => {
    const tag_name = name.trim();
    await write(createTag, { id: project, tag_name, ref: ref.trim(), ...(message ? { message } : {}) });
    toast.success(`Created the tag ${tag_name}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="New tag"
      submitLabel="Create tag"
      submission={submission}
      isReady={name.trim() !== "" && ref.trim() !== ""}
    >
      <TextField label="Name" mono value={name} onChange={setName} autoFocus />
      <TextField
        label="Target"
        mono
        value={ref}
        onChange={setRef}
        hint="A branch, a tag or a commit's hash"
      />
      <TextArea
        label="Annotation"
        value={message}
        onChange={setMessage}
        hint="Leave empty for a lightweight tag"
      />
    </FormDialog>
  );
}
