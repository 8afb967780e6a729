import type { Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { createEnvironment, updateEnvironment } from "../../../shared/api/resources/environments.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useFormDraft } from "../../state/form-draft.ts";
import { DiscardButton } from "../../ui/discard-button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

interface EnvironmentDialogProps {
  readonly project: string;
  /** The one that is edited; a new one is created where it is left out. */
  readonly environment?: Environment;
  readonly onClose: () => void;
}

/** Dialog for the name and URL of an environment, which it creates or changes. The draft is stored until then. */
export function EnvironmentDialog({ project, environment, onClose }: EnvironmentDialogProps) {
  const write = useWrite();
  const account = useAccountId();
  const draft = useFormDraft(environmentDraftKey(account, project, environment?.id ?? "new"), {
    name: environment?.name ?? "",
    url: environment?.external_url ?? "",
  });
  const { name, url } = draft.fields;
  const isReady = name.trim() !== "" && urlProblem(url) === undefined;
  const submission = useSubmit(
    async () => {
      const fields = { name: name.trim(), external_url: url.trim() };
      if (environment) {
        // A name that stays is not sent: newer services refuse it.
        const { name: sent, external_url } = fields;
        await write(updateEnvironment, {
          id: project,
          environment_id: environment.id,
          external_url,
          ...(sent === environment.name ? {} : { name: sent }),
        });
        toast.success(`Saved ${fields.name}`);
      } else {
        const { name: sent, external_url } = fields;
        await write(createEnvironment, {
          id: project,
          name: sent,
          ...(external_url ? { external_url } : {}),
        });
        toast.success(`Created ${fields.name}`);
      }
      draft.clear();
      onClose();
    },
    { fields: ["name", "external_url"] },
  );
  const discard = () => {
    draft.clear();
    onClose();
    toast.discarded(environment ? `changes to ${environment.name}` : "environment draft", draft.restore);
  };
  const problem = urlProblem(url);
  return (
    <FormDialog
      onClose={onClose}
      title={environment ? `Edit ${environment.name}` : "New environment"}
      submitLabel={environment ? "Save" : "Create environment"}
      actions={draft.isChanged ? <DiscardButton disabled={submission.isPending} onClick={discard} /> : null}
      submission={submission}
      isReady={isReady}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(next) => draft.change({ name: next })}
        autoFocus
        maxLength={255}
        placeholder="staging"
        error={submission.errorOf("name")}
      />
      <TextField
        label="External URL"
        type="url"
        value={url}
        onChange={(next) => draft.change({ url: next })}
        placeholder="https://staging.example.com"
        hint="Where people see what runs there. May be left empty."
        error={problem ?? submission.errorOf("external_url")}
      />
    </FormDialog>
  );
}

/** Returns the key of the draft of an environment. */
export const environmentDraftKey = (account: string, project: string, id: number | "new"): string =>
  `environment ${JSON.stringify([account, project, id])}`;

/** Returns why a text cannot be the URL of an environment. */
function urlProblem(text: string): string | undefined {
  const url = text.trim();
  if (url === "" || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return undefined;
  return "Enter a URL that starts with https:// or http://.";
}
