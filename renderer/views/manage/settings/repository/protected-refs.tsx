import { GitBranch, PencilLine, Tag, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import {
  listProtectedBranches,
  unprotectBranch,
} from "../../../../../shared/api/resources/protected-branches.ts";
import { listProtectedTags, unprotectTag } from "../../../../../shared/api/resources/protected-tags.ts";
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { confirmRemoval } from "../../../../features/settings-list/confirm-removal.ts";
import {
  SettingsList,
  type SettingsListProps,
  SettingsRow,
} from "../../../../features/settings-list/settings-list.tsx";
import { IconButton } from "../../../../ui/buttons/button.tsx";
import { Badge } from "../../../../ui/marks/badge.tsx";
import { cx } from "../../../../ui/theme/class-names.ts";
import layout from "../../../../ui/theme/layout.module.css";
import styles from "../settings-lists.module.css";
import { ProtectBranches, ProtectTags } from "./protect-dialogs.tsx";
import { levelsText } from "./protection-levels.ts";

interface ProtectedRefsProps {
  readonly account: string;
  readonly project: Project;
}

/** Branches and patterns that only some people may push to and merge into. */
export function ProtectedBranches({ account, project }: ProtectedRefsProps) {
  const rules = useOperationPages(listProtectedBranches, { id: project.id, per_page: 100 });
  const write = useWrite(unprotectBranch);
  return (
    <RuleList
      title="Protected branches"
      description="Of several rules that match a branch the most lenient one counts. Nobody deletes a protected branch."
      list={rules}
      add="Protect branch"
      form={(close, rule) => <ProtectBranches {...{ account, project, rule }} onClose={close} />}
      empty={{
        icon: GitBranch,
        title: "No protected branches",
        description: "Every developer can push to all branches, rewrite and delete them.",
      }}
      send={({ name }) => write({ id: project.id, name })}
      consequence={({ name }) =>
        `Developers can push to ${isPattern(name) ? "the branches of this pattern" : "it"}, rewrite and delete ${isPattern(name) ? "them" : "it"}, unless another rule matches. Jobs get no protected variables.`
      }
      marks={(rule) => (rule.allow_force_push ? <Badge tone="warning">Force push allowed</Badge> : null)}
      rights={(rule) => (
        <>
          Push: {levelsText(rule.push_access_levels)}
          <br />
          Merge: {levelsText(rule.merge_access_levels)}
        </>
      )}
    />
  );
}

/** Tags and patterns that only some people may create. */
export function ProtectedTags({ account, project }: ProtectedRefsProps) {
  const rules = useOperationPages(listProtectedTags, { id: project.id, per_page: 100 });
  const write = useWrite(unprotectTag);
  return (
    <RuleList
      title="Protected tags"
      description="Who may create them. Nobody moves one."
      list={rules}
      add="Protect tag"
      form={(close, rule) => <ProtectTags {...{ account, project, rule }} onClose={close} />}
      empty={{
        icon: Tag,
        title: "No protected tags",
        description: "Every developer can create and delete tags.",
      }}
      send={({ name }) => write({ id: project.id, name })}
      consequence={() => "Developers can create and delete such tags again, and maintainers can move them."}
      rights={(rule) => <>Create: {levelsText(rule.create_access_levels)}</>}
    />
  );
}

const isPattern = (name: string): boolean => name.includes("*");

interface RuleListProps<T extends { readonly name: string }>
  extends Pick<SettingsListProps<T>, "title" | "description" | "list" | "add" | "empty"> {
  /** The form for a new rule, or that of one. */
  readonly form: (close: () => void, rule?: T) => ReactNode;
  /** Deletes a rule. */
  readonly send: (rule: T) => Promise<unknown>;
  /** Text of what follows once a rule is deleted. */
  readonly consequence: (rule: T) => string;
  readonly marks?: (rule: T) => ReactNode;
  readonly rights: (rule: T) => ReactNode;
}

function RuleList<T extends { readonly name: string }>(props: RuleListProps<T>) {
  const { form, send, consequence, marks, rights, ...list } = props;
  // Not in the row, which goes where the rule is created again.
  const [edited, setEdited] = useState<T | null>(null);
  const remove = (rule: T) =>
    confirmRemoval({
      verb: "Unprotect",
      name: rule.name,
      description: consequence(rule),
      send: () => send(rule),
    });
  return (
    <>
      <SettingsList
        {...list}
        form={(close) => form(close)}
        lines={2}
        lineHeight={52}
        itemKey={({ name }) => name}
      >
        {(rule) => (
          <SettingsRow
            name={rule.name}
            isCode
            marks={
              <>
                {isPattern(rule.name) ? <Badge>Pattern</Badge> : null}
                {marks?.(rule)}
              </>
            }
          >
            <span className={cx(layout.small, styles.rights)}>{rights(rule)}</span>
            <span className={styles.buttons}>
              <IconButton
                writes="form"
                size="s"
                icon={PencilLine}
                label={`Edit the rule of ${rule.name}`}
                onClick={() => setEdited(rule)}
              />
              <IconButton
                writes
                size="s"
                icon={Trash2}
                label={`Unprotect ${rule.name}`}
                onClick={() => void remove(rule)}
              />
            </span>
          </SettingsRow>
        )}
      </SettingsList>
      {edited ? form(() => setEdited(null), edited) : null}
    </>
  );
}
