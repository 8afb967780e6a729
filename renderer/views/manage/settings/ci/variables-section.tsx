import { Braces, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import {
  deleteVariable,
  listVariables,
  type Variable,
} from "../../../../../shared/api/resources/variables.ts";
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { confirmRemoval } from "../../../../features/settings-list/confirm-removal.ts";
import { SettingsList, SettingsRow } from "../../../../features/settings-list/settings-list.tsx";
import { clearFormDraft } from "../../../../state/form-draft.ts";
import { CopyButton } from "../../../../ui/buttons/copy-button.tsx";
import { RevealButton } from "../../../../ui/buttons/reveal-button.tsx";
import { Badge } from "../../../../ui/marks/badge.tsx";
import { MenuItem } from "../../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../../ui/overlays/more-menu.tsx";
import { cx } from "../../../../ui/theme/class-names.ts";
import layout from "../../../../ui/theme/layout.module.css";
import styles from "../settings-lists.module.css";
import { scopeText, VariableDialog, variableDraftKey } from "./variable-dialog.tsx";

interface VariablesSectionProps {
  readonly account: string;
  readonly project: Project;
}

/** The CI/CD variables of a project. Values are hidden until they are shown one by one. */
export function VariablesSection({ account, project }: VariablesSectionProps) {
  const variables = useOperationPages(listVariables, { id: project.id, per_page: 100 });
  return (
    <SettingsList
      title="CI/CD variables"
      label="Variables"
      description="Jobs get them in their environment. What a job prints of a masked one is replaced."
      list={variables}
      lineHeight={56}
      itemKey={({ key, environment_scope: scope }) => `${key} ${scope}`}
      add="Add variable"
      form={(close) => <VariableDialog account={account} project={project} onClose={close} />}
      empty={{
        icon: Braces,
        title: "No variables yet",
        description: "Keys and settings that jobs need and a repository must not have.",
      }}
    >
      {(variable) => <VariableRow account={account} project={project} variable={variable} />}
    </SettingsList>
  );
}

interface VariableRowProps extends VariablesSectionProps {
  readonly variable: Variable;
}

function VariableRow({ account, project, variable }: VariableRowProps) {
  const [isEditing, setEditing] = useState(false);
  const write = useWrite(deleteVariable);
  const { key, environment_scope: scope, description } = variable;
  const remove = async () => {
    const isDone = await confirmRemoval({
      verb: "Delete",
      name: key,
      noun: "variable",
      description: `Jobs of ${scope === "*" ? "this project" : scope} no longer get it, and those that need it fail. Its value is lost.`,
      send: () => write({ id: project.id, key, filter: { environment_scope: scope } }),
    });
    if (isDone) clearFormDraft(variableDraftKey(account, project, variable));
  };
  return (
    <SettingsRow
      name={key}
      isCode
      marks={
        <>
          {variable.variable_type === "file" ? <Badge>File</Badge> : null}
          {variable.protected ? <Badge title="For protected branches alone">Protected</Badge> : null}
          {variable.masked ? <Badge title="Replaced in logs">Masked</Badge> : null}
          {variable.raw ? <Badge title="$ stands for itself">Not expanded</Badge> : null}
        </>
      }
      note={scopeText(scope) + (description ? ` · ${description}` : "")}
    >
      <VariableValue variable={variable} />
      <MoreMenu of={scope === "*" ? key : `${key} of ${scope}`} size="s">
        <MenuItem writes="form" icon={PencilLine} onSelect={() => setEditing(true)}>
          Edit…
        </MenuItem>
        <MenuItem writes icon={Trash2} danger onSelect={() => void remove()}>
          Delete…
        </MenuItem>
      </MoreMenu>
      {isEditing ? (
        <VariableDialog
          account={account}
          project={project}
          variable={variable}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </SettingsRow>
  );
}

/** The value of a variable, hidden until it is shown; only that it is hidden where the service never shows it. */
function VariableValue({ variable: { key, value } }: { readonly variable: Variable }) {
  const [isShown, setShown] = useState(false);
  if (value === null || value === undefined)
    return <span className={cx(layout.small, styles.value)}>Hidden for good</span>;
  return (
    <span className={styles.value}>
      <code className={layout.ellipsis}>{isShown ? value || "(empty)" : "••••••••"}</code>
      {isShown && value ? <CopyButton text={value} label={`Copy value of ${key}`} /> : null}
      <RevealButton what={`value of ${key}`} isShown={isShown} onChange={setShown} />
    </span>
  );
}
