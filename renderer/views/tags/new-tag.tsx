import { useState } from "react";
import { createTag } from "../../../shared/api/resources/tags.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useRefNameProblem } from "../../features/ref-names/use-ref-name-problem.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { useDraft } from "../../state/text-draft.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

interface NewTagProps {
  readonly project: string;
  readonly from: string;
  readonly onClose: () => void;
}

/** Creates a tag, whose name is checked while it is typed. Name and annotation are stored until then. */
export function NewTag({ project, from, onClose }: NewTagProps) {
  const account = useAccountId();
  const write = useWrite();
  const typed = useDraft(`new-tag-name ${JSON.stringify([account, project])}`);
  const name = typed.text.trim();
  const problem = useRefNameProblem(project, "tag", name);
  const [chosen, setRef] = useState<string | null>(null);
  // The default branch may become known after the dialog was opened.
  const ref = chosen ?? from;
  const message = useDraft(`new-tag ${JSON.stringify([account, project])}`);
  const submission = useSubmit(async () => {
    await write(createTag, {
      id: project,
      tag_name: name,
      ref,
      ...(message.text ? { message: message.text } : {}),
    });
    typed.clear();
    message.clear();
    toast.success(`Created the tag ${name}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="New tag"
      submitLabel="Create tag"
      submission={submission}
      isReady={name !== "" && problem === undefined && ref !== ""}
    >
      <TextField label="Name" mono value={typed.text} onChange={typed.setText} error={problem} autoFocus />
      <RefPicker
        project={project}
        label="Target"
        showsLabel
        current={ref || null}
        defaultBranch={from || null}
        onChoose={setRef}
      />
      <TextArea
        label="Annotation"
        value={message.text}
        onChange={message.setText}
        hint="Leave empty for a lightweight tag"
      />
    </FormDialog>
  );
}
