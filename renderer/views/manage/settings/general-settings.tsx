import { type Project, updateProject } from "../../../../shared/api/resources/projects.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useFormDraft } from "../../../state/form-draft.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Destination, Writable } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./project-settings.module.css";

interface GeneralSettingsProps {
  readonly account: string;
  readonly project: Project;
  readonly isOwner: boolean;
}

/** Name, description and the two templates; the draft is stored until it is saved. */
export function GeneralSettings({ account, project, isOwner }: GeneralSettingsProps) {
  const write = useWrite(updateProject);
  const opened = {
    name: project.name,
    description: project.description ?? "",
    merge: project.merge_commit_template ?? "",
    squash: project.squash_commit_template ?? "",
  };
  const draft = useFormDraft(
    `project-settings ${JSON.stringify([account, project.path_with_namespace])}`,
    opened,
  );
  const { name, description, merge, squash } = draft.fields;
  // Its name is all of it that an archived project can still change.
  const isArchived = project.archived === true;
  const changed = <T,>(now: T, before: T): T | undefined => (now === before ? undefined : now);
  const submission = useSubmit(
    async () => {
      await write({
        id: project.id,
        name: changed(name.trim(), opened.name),
        ...(isArchived
          ? {}
          : {
              description: changed(description, opened.description),
              merge_commit_template: changed(merge, opened.merge),
              squash_commit_template: changed(squash, opened.squash),
            }),
      });
      draft.clear();
      toast.success("Saved the settings");
    },
    { fields: ["name"] },
  );
  if (isArchived && !isOwner) return null;
  const form = (
    <Form
      submission={submission}
      isReady={draft.isChanged && name.trim() !== ""}
      className={cx(layout.form, styles.form)}
    >
      {isOwner ? (
        <TextField
          label="Name"
          value={name}
          onChange={(next) => draft.change({ name: next })}
          maxLength={255}
          error={submission.errorOf("name")}
        />
      ) : null}
      {isArchived ? null : (
        <TextArea
          label="Description"
          value={description}
          onChange={(next) => draft.change({ description: next })}
          rows={2}
        />
      )}
      {project.merge_commit_template === undefined || isArchived ? null : (
        <TextArea
          label="Template of merge commits"
          mono
          value={merge}
          onChange={(next) => draft.change({ merge: next })}
          maxLength={500}
          hint="Leave empty for the service's own. %{title}, %{description}, %{source_branch} and others are filled in."
        />
      )}
      {project.squash_commit_template === undefined || isArchived ? null : (
        <TextArea
          label="Template of squash commits"
          mono
          value={squash}
          onChange={(next) => draft.change({ squash: next })}
          maxLength={500}
        />
      )}
      <FormFailure submission={submission} title="The settings were not saved" />
      <Destination />
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          loading={submission.isPending}
          aria-disabled={!draft.isChanged || undefined}
        >
          Save
        </Button>
        {draft.isChanged ? (
          <DiscardButton
            disabled={submission.isPending}
            onClick={() => {
              draft.clear();
              toast.discarded("changes to the settings", draft.restore);
            }}
          />
        ) : null}
      </div>
    </Form>
  );
  return <Section title="General">{isArchived ? <Writable>{form}</Writable> : form}</Section>;
}
