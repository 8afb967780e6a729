import { Pencil, Plus, Trash2, Variable as VariableIcon } from "lucide-react";
import { useState } from "react";
import { deleteVariable, listVariables, type Variable } from "../../../../shared/api/resources/variables.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { failureOf } from "../../../api/failure-of.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import { VariableForm } from "./variable-form.tsx";
import styles from "./variables.module.css";

interface VariablesDialogProps {
  readonly project: string;
  readonly onClose: () => void;
}

/** The CI variables of a project, without their values, which are write-only. */
export function VariablesDialog({ project, onClose }: VariablesDialogProps) {
  const variables = useOperationAll(listVariables, { id: project, per_page: 100 });
  const [edited, setEdited] = useState<Variable | "new" | null>(null);
  const write = useWrite();
  const remove = async ({ key }: Variable) => {
    const isDone = await confirm({
      title: `Delete ${key}?`,
      description: "Jobs that start from now on run without it. Its value cannot be shown again.",
      confirmLabel: "Delete variable",
      danger: true,
      failureTitle: `${key} was not deleted`,
      attempt: () => failureOf(write(deleteVariable, { id: project, key })),
    });
    if (isDone) toast.success(`Deleted ${key}`);
  };
  if (edited) {
    return (
      <VariableForm
        project={project}
        variable={edited === "new" ? null : edited}
        onClose={() => setEdited(null)}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="CI variables"
      description="Jobs of this project get them in their environment. Values are never shown again."
      size="l"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
            Add variable
          </Button>
        </>
      }
    >
      {variables.isPending ? (
        <Skeleton lines={4} height={32} label="Loading variables" />
      ) : variables.error && !variables.data ? (
        <ErrorState compact {...describeProblem(variables.error)} onRetry={() => void variables.refetch()} />
      ) : variables.data?.length === 0 ? (
        <EmptyState
          compact
          icon={VariableIcon}
          title="No variables"
          description="Add what jobs need and the repository must not contain, such as a token."
        />
      ) : (
        <ul className={styles.list} aria-label="Variables">
          {variables.data?.map((variable) => (
            <li key={variable.key} className={styles.row}>
              <span className={styles.text}>
                <code className={layout.ellipsis}>{variable.key}</code>
                {variable.description ? <span className={layout.meta}>{variable.description}</span> : null}
              </span>
              {variable.variable_type === "file" ? <Badge>File</Badge> : null}
              {variable.masked ? <Badge>Masked</Badge> : null}
              {variable.protected ? <Badge>Protected</Badge> : null}
              <IconButton
                size="s"
                icon={Pencil}
                label={`Edit ${variable.key}`}
                onClick={() => setEdited(variable)}
              />
              <IconButton
                size="s"
                icon={Trash2}
                label={`Delete ${variable.key}`}
                onClick={() => void remove(variable)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
