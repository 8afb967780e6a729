import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import {
  type ProtectedBranch,
  protectBranch,
  unprotectBranch,
} from "../../../../../shared/api/resources/protected-branches.ts";
import {
  type ProtectedTag,
  protectTag,
  unprotectTag,
} from "../../../../../shared/api/resources/protected-tags.ts";
import type { Optional } from "../../../../../shared/optional.ts";
import { createWriteFlow, type WriteFlow } from "../../../../api/send-write.ts";
import { useSubmit } from "../../../../api/use-submit.ts";
import { useFormDraft } from "../../../../state/form-draft.ts";
import { Checkbox } from "../../../../ui/forms/checkbox.tsx";
import { Select } from "../../../../ui/forms/select.tsx";
import { TextField } from "../../../../ui/forms/text-field.tsx";
import { DraftDialog } from "../../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../../ui/overlays/toast.tsx";
import { changeBranchRule } from "./change-rule.ts";
import {
  levelOf,
  levelOptions,
  namesOthers,
  type RuleFields,
  type RuleLevels,
  ruleNameProblem,
} from "./protection-levels.ts";

interface ProtectDialogProps<R>
  extends Optional<{
    /** The rule that is edited; a new one is made where it is left out. */
    rule: R;
  }> {
  readonly account: string;
  readonly project: Project;
  readonly onClose: () => void;
}

interface RuleDialogProps extends ProtectDialogProps<{ readonly name: string }> {
  readonly what: "branch" | "tag";
  readonly placeholder: string;
  readonly opened: Omit<RuleFields, "name">;
  /** Changes the rule as it is. Resolves to whether the service did; left out where no service does. */
  readonly change?: (writes: WriteFlow, fields: RuleFields) => Promise<boolean>;
  readonly remove: (writes: WriteFlow, name: string) => Promise<unknown>;
  readonly create: (writes: WriteFlow, fields: RuleFields) => Promise<unknown>;
  /** Whether the rule names people or groups, which a new one would lack. */
  readonly isLossy?: boolean;
  readonly children: (fields: RuleFields, change: (patch: Partial<RuleFields>) => void) => ReactNode;
}

/**
 * A form of a rule: its name or pattern, and what `children` ask for. The draft is stored until it was sent. A rule that
 * the service does not change is deleted and created again, once somebody has agreed to that.
 */
function RuleDialog(props: RuleDialogProps) {
  const { account, project, rule, what, placeholder, opened, isLossy = false, onClose } = props;
  const client = useQueryClient();
  const draft = useFormDraft(
    `protect-${what} ${JSON.stringify([account, project.path_with_namespace, ...(rule ? [rule.name] : [])])}`,
    { name: rule?.name ?? "", ...opened },
  );
  const [isReplaced, setReplaced] = useState(rule !== undefined && props.change === undefined);
  /** Whether the rule is deleted and its successor is still to be made. */
  const isGone = useRef(false);
  const name = draft.fields.name.trim();
  const problem = rule ? undefined : ruleNameProblem(name);
  const submission = useSubmit(
    async () => {
      const writes = createWriteFlow(client);
      const fields = { ...draft.fields, name };
      try {
        if (rule && !isReplaced) {
          if (!(await props.change?.(writes, fields))) return setReplaced(true);
        } else {
          if (rule && !isGone.current) await props.remove(writes, name);
          isGone.current = rule !== undefined;
          await props.create(writes, fields);
        }
      } finally {
        writes.end();
      }
      draft.clear();
      toast.success(rule ? `Saved the rule of ${name}` : `${name} is protected`);
      onClose();
    },
    {
      fields: ["name"],
      explain: (failure) =>
        isGone.current
          ? { ...failure, title: `${name} is not protected now: its new rule was not created` }
          : failure,
    },
  );
  return (
    <DraftDialog
      onClose={onClose}
      title={rule ? `Edit the rule of ${name}` : `Protect ${what === "branch" ? "branches" : "tags"}`}
      description={
        !isReplaced
          ? undefined
          : isLossy
            ? "This service does not change such a rule, and a new one would lack the people and groups that it names. Change it on the service's own page."
            : `${what === "tag" ? "Services change no rule of tags" : "This service does not change it"}: the rule is deleted and created again. In between it does not protect anything.`
      }
      submitLabel={!rule ? "Protect" : isReplaced ? "Delete and create again" : "Save"}
      danger={isReplaced}
      draft={draft}
      draftName={rule ? `changes to the rule of ${name}` : "rule draft"}
      submission={submission}
      isReady={
        rule
          ? (draft.isChanged || isGone.current) && !(isReplaced && isLossy)
          : name !== "" && problem === undefined
      }
    >
      {rule ? null : (
        <TextField
          label={what === "branch" ? "Branch or pattern" : "Tag or pattern"}
          mono
          value={draft.fields.name}
          onChange={(next) => draft.change({ name: next })}
          autoFocus
          maxLength={255}
          placeholder={placeholder}
          hint={`* stands for any text, as in ${placeholder}. It need not be there yet.`}
          error={submission.errorOf("name") ?? problem}
        />
      )}
      {props.children(draft.fields, draft.change)}
    </DraftDialog>
  );
}

interface LevelSelectProps {
  readonly label: string;
  readonly value: string;
  /** Levels of the rule that is edited. */
  readonly known: RuleLevels | undefined;
  readonly onChange: (value: string) => void;
}

const LevelSelect = ({ label, value, known, onChange }: LevelSelectProps) => (
  <Select label={label} value={value} options={levelOptions(known)} onChange={onChange} />
);

/** Protects a branch, or all of a pattern, or changes how. */
export function ProtectBranches(props: ProtectDialogProps<ProtectedBranch>) {
  const { account, project, rule } = props;
  const { id } = project;
  const unprotectLevels = rule?.unprotect_access_levels ?? [];
  return (
    <RuleDialog
      {...props}
      what="branch"
      placeholder="release-*"
      opened={{
        push: levelOf(rule?.push_access_levels),
        merge: levelOf(rule?.merge_access_levels),
        unprotect: levelOf(unprotectLevels),
        force: rule?.allow_force_push ? "1" : "",
        owners: rule?.code_owner_approval_required ? "1" : "",
        create: "",
      }}
      isLossy={
        rule !== undefined && namesOthers(rule.push_access_levels, rule.merge_access_levels, unprotectLevels)
      }
      change={(writes, fields) =>
        rule ? changeBranchRule(writes, { account, id, rule }, fields) : Promise.resolve(false)
      }
      remove={(writes, name) => writes.send(account, unprotectBranch, { id, name })}
      create={(writes, { name, push, merge, force }) =>
        writes.send(account, protectBranch, {
          id,
          name,
          push_access_level: Number(push),
          merge_access_level: Number(merge),
          allow_force_push: force !== "",
        })
      }
    >
      {({ push, merge, unprotect, force, owners }, change) => (
        <>
          <LevelSelect
            label="Allowed to push"
            value={push}
            known={rule?.push_access_levels}
            onChange={(next) => change({ push: next })}
          />
          <LevelSelect
            label="Allowed to merge"
            value={merge}
            known={rule?.merge_access_levels}
            onChange={(next) => change({ merge: next })}
          />
          {unprotectLevels.length > 0 ? (
            <LevelSelect
              label="Allowed to unprotect"
              value={unprotect}
              known={unprotectLevels}
              onChange={(next) => change({ unprotect: next })}
            />
          ) : null}
          <Checkbox
            label="Allow force push"
            description="Those who push can also take commits away"
            checked={force !== ""}
            onChange={(on) => change({ force: on ? "1" : "" })}
          />
          {rule?.code_owner_approval_required === undefined ? null : (
            <Checkbox
              label="Code owners must approve"
              description="Before what changes their files is merged"
              checked={owners !== ""}
              onChange={(on) => change({ owners: on ? "1" : "" })}
            />
          )}
        </>
      )}
    </RuleDialog>
  );
}

/** Protects a tag, or all of a pattern, or changes how. */
export function ProtectTags(props: ProtectDialogProps<ProtectedTag>) {
  const { account, project, rule } = props;
  const { id } = project;
  return (
    <RuleDialog
      {...props}
      what="tag"
      placeholder="v*"
      opened={{
        create: levelOf(rule?.create_access_levels),
        push: "",
        merge: "",
        unprotect: "",
        force: "",
        owners: "",
      }}
      isLossy={rule !== undefined && namesOthers(rule.create_access_levels)}
      remove={(writes, name) => writes.send(account, unprotectTag, { id, name })}
      create={(writes, { name, create }) =>
        writes.send(account, protectTag, { id, name, create_access_level: Number(create) })
      }
    >
      {({ create }, change) => (
        <LevelSelect
          label="Allowed to create"
          value={create}
          known={rule?.create_access_levels}
          onChange={(next) => change({ create: next })}
        />
      )}
    </RuleDialog>
  );
}
