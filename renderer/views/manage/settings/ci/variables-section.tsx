import { Braces, PencilLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import {
  deleteVariable,
  listVariables,
  type Variable,
} from "../../../../../shared/api/resources/variables.ts";
import { failureOf } from "../../../../api/describe-problem.ts";
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { ListStates } from "../../../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../../../features/paged-list/load-more.tsx";
import { clearFormDraft } from "../../../../state/form-draft.ts";
import { Button } from "../../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../../ui/buttons/copy-button.tsx";
import { RevealButton } from "../../../../ui/buttons/reveal-button.tsx";
import { Badge } from "../../../../ui/marks/badge.tsx";
import { confirm } from "../../../../ui/overlays/confirm.tsx";
import { MenuItem } from "../../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../../ui/overlays/more-menu.tsx";
import { toast } from "../../../../ui/overlays/toast.tsx";
import { Section } from "../../../../ui/panes/section.tsx";
import { EmptyState } from "../../../../ui/states/empty-state.tsx";
import { cx } from "../../../../ui/theme/class-names.ts";
import flow from "../../../../ui/theme/flow.module.css";
import layout from "../../../../ui/theme/layout.module.css";
import styles from "../settings-lists.module.css";
import { scopeText, VariableDialog, variableDraftKey } from "./variable-dialog.tsx";

interface VariablesSectionProps {
  readonly account: string;
  readonly project: Project;
}

/** The CI/CD variables of a project. Values are hidden until they are shown one by one. */
export function VariablesSection({ account, project }: VariablesSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const variables = useOperationPages(listVariables, { id: project.id, per_page: 100 });
  const add = (
    <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
      Add variable
    </Button>
  );
  return (
    <Section
      title="CI/CD variables"
      description="Jobs get them in their environment. What a job prints of a masked one is replaced."
      actions={variables.items.length > 0 ? add : null}
    >
      <ListStates
        label="Variables"
        list={variables}
        lines={3}
        lineHeight={56}
        compact
        empty={
          <EmptyState
            compact
            icon={Braces}
            title="No variables yet"
            description="Keys and settings that jobs need and a repository must not have."
            actions={add}
          />
        }
      >
        <ul className={styles.list} aria-label="CI/CD variables">
          {variables.items.map((variable) => (
            <li key={`${variable.key} ${variable.environment_scope}`}>
              <VariableRow account={account} project={project} variable={variable} />
            </li>
          ))}
        </ul>
        <LoadMore list={variables} />
      </ListStates>
      {isAdding ? (
        <VariableDialog account={account} project={project} onClose={() => setAdding(false)} />
      ) : null}
    </Section>
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
    const isDone = await confirm({
      title: `Delete ${key}?`,
      description: `Jobs of ${scope === "*" ? "this project" : scope} no longer get it, and those that need it fail. Its value is lost.`,
      confirmLabel: "Delete variable",
      danger: true,
      failureTitle: `${key} was not deleted`,
      attempt: () => failureOf(write({ id: project.id, key, filter: { environment_scope: scope } })),
    });
    if (!isDone) return;
    clearFormDraft(variableDraftKey(account, project, variable));
    toast.success(`Deleted ${key}`);
  };
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <div className={flow.clusterTight}>
          <code className={styles.name}>{key}</code>
          {variable.variable_type === "file" ? <Badge>File</Badge> : null}
          {variable.protected ? <Badge title="For protected branches alone">Protected</Badge> : null}
          {variable.masked ? <Badge title="Replaced in logs">Masked</Badge> : null}
          {variable.raw ? <Badge title="$ stands for itself">Not expanded</Badge> : null}
        </div>
        <span className={cx(layout.small, styles.note)}>
          {scopeText(scope)}
          {description ? ` · ${description}` : ""}
        </span>
      </div>
      <VariableValue variable={variable} />
      <MoreMenu of={scope === "*" ? key : `${key} of ${scope}`} size="s">
        <MenuItem icon={PencilLine} onSelect={() => setEditing(true)}>
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
    </div>
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
