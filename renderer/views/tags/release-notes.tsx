import { createTagRelease, type Tag, updateTagRelease } from "../../../shared/api/resources/tags.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { MarkdownField } from "../../features/comments/markdown-field.tsx";
import { useDraft } from "../../state/drafts.ts";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";

interface ReleaseNotesProps {
  readonly project: string;
  readonly tag: Tag;
  readonly onClose: () => void;
}

/** A tag's release notes in Markdown, with a preview. The draft is stored until published. */
export function ReleaseNotes({ project, tag, onClose }: ReleaseNotesProps) {
  const account = useAccountId();
  const draft = useDraft(`release-notes ${JSON.stringify([account, project, tag.name])}`);
  const publish = useWrite(createTagRelease);
  const update = useWrite(updateTagRelease);
  const published = tag.release?.description ?? "";
  const text = draft.text || published;
  const submission = useSubmit(async () => {
    const input = { id: project, tag_name: tag.name, description: text };
    await (tag.release ? update(input) : publish(input));
    draft.clear();
    toast.success(`Published the notes of ${tag.name}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Release notes of ${tag.name}`}
      description={draft.text !== "" && draft.text !== published ? "Not published yet." : undefined}
      size="l"
      submitLabel="Publish"
      submission={submission}
      isReady={text.trim() !== "" && text !== published}
    >
      <MarkdownField label="Release notes" rows={14} mono value={text} onChange={draft.setText} autoFocus />
    </FormDialog>
  );
}
