import type { ReactNode } from "react";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { protectBranch } from "../../../../../shared/api/resources/protected-branches.ts";
import { protectTag } from "../../../../../shared/api/resources/protected-tags.ts";
import { useSubmit } from "../../../../api/use-submit.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { useFormDraft } from "../../../../state/form-draft.ts";
import { DiscardButton } from "../../../../ui/buttons/discard-button.tsx";
import { Checkbox } from "../../../../ui/forms/checkbox.tsx";
import { Select } from "../../../../ui/forms/select.tsx";
import { TextField } from "../../../../ui/forms/text-field.tsx";
import { FormDialog } from "../../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../../ui/overlays/toast.tsx";
import { type ProtectionLevel, protectionLevels, ruleNameProblem } from "./protection-levels.ts";

interface ProtectDialogProps {
  readonly account: string;
  readonly project: Project;
  readonly onClose: () => void;
}

interface RuleDialogProps extends ProtectDialogProps {
  readonly what: "branch" | "tag";
  readonly placeholder: string;
  readonly send: (rule: RuleFields) => Promise<unknown>;
  readonly children: (fields: RuleFields, change: (patch: Partial<RuleFields>) => void) => ReactNode;
}

/** Texts, as drafts are. */
interface RuleFields {
  readonly name: string;
  readonly push: string;
  readonly merge: string;
  readonly create: string;
  /** `1` where it is allowed. */
  readonly force: string;
}

/** A form of a new rule: its name or pattern, and what `children` ask for. The draft is stored until it was sent. */
function RuleDialog({ account, project, onClose, what, placeholder, send, children }: RuleDialogProps) {
  const draft = useFormDraft(`protect-${what} ${JSON.stringify([account, project.path_with_namespace])}`, {
    name: "",
    push: protectionLevels[0].value,
    merge: protectionLevels[0].value,
    create: protectionLevels[0].value,
    force: "",
  });
  const { fields } = draft;
  const problem = ruleNameProblem(fields.name.trim());
  const submission = useSubmit(
    async () => {
      const name = fields.name.trim();
      await send({ ...fields, name });
      draft.clear();
      toast.success(`${name} is protected`);
      onClose();
    },
    { fields: ["name"] },
  );
  const discard = () => {
    draft.clear();
    onClose();
    toast.discarded("rule draft", draft.restore);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Protect ${what === "branch" ? "branches" : "tags"}`}
      submitLabel="Protect"
      actions={draft.isChanged ? <DiscardButton disabled={submission.isPending} onClick={discard} /> : null}
      submission={submission}
      isReady={fields.name.trim() !== "" && problem === undefined}
    >
      <TextField
        label={what === "branch" ? "Branch or pattern" : "Tag or pattern"}
        mono
        value={fields.name}
        onChange={(name) => draft.change({ name })}
        autoFocus
        maxLength={255}
        placeholder={placeholder}
        hint={`* stands for any text, as in ${placeholder}. It need not be there yet.`}
        error={submission.errorOf("name") ?? problem}
      />
      {children(fields, draft.change)}
    </FormDialog>
  );
}

const levelOf = (value: string): ProtectionLevel =>
  protectionLevels.find((level) => level.value === value)?.value ?? protectionLevels[0].value;

/** Protects a branch, or all of a pattern. */
export function ProtectBranches(props: ProtectDialogProps) {
  const write = useWrite(protectBranch);
  return (
    <RuleDialog
      {...props}
      what="branch"
      placeholder="release-*"
      send={({ name, push, merge, force }) =>
        write({
          id: props.project.id,
          name,
          push_access_level: Number(push),
          merge_access_level: Number(merge),
          allow_force_push: force !== "",
        })
      }
    >
      {({ push, merge, force }, change) => (
        <>
          <Select
            label="Allowed to push"
            value={levelOf(push)}
            options={protectionLevels}
            onChange={(next) => change({ push: next })}
          />
          <Select
            label="Allowed to merge"
            value={levelOf(merge)}
            options={protectionLevels}
            onChange={(next) => change({ merge: next })}
          />
          <Checkbox
            label="Allow force push"
            description="Those who push can also take commits away"
            checked={force !== ""}
            onChange={(on) => change({ force: on ? "1" : "" })}
          />
        </>
      )}
    </RuleDialog>
  );
}

/** Protects a tag, or all of a pattern. */
export function ProtectTags(props: ProtectDialogProps) {
  const write = useWrite(protectTag);
  return (
    <RuleDialog
      {...props}
      what="tag"
      placeholder="v*"
      send={({ name, create }) => write({ id: props.project.id, name, create_access_level: Number(create) })}
    >
      {({ create }, change) => (
        <Select
          label="Allowed to create"
          value={levelOf(create)}
          options={protectionLevels}
          onChange={(next) => change({ create: next })}
        />
      )}
    </RuleDialog>
  );
}
