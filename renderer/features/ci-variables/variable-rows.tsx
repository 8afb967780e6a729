import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import styles from "./variable-rows.module.css";

/** A variable that is being written; `id` tells apart those without a name. */
export interface EditedVariable {
  readonly id: number;
  readonly key: string;
  readonly value: string;
  /** Whether jobs get the path of a file with the value. */
  readonly isFile: boolean;
}

const nameOf = ({ key }: EditedVariable): string => key.trim();

/** Returns the first variable whose name cannot be used; an empty row is none. */
export const wrongVariable = (variables: readonly EditedVariable[]): EditedVariable | undefined =>
  variables.find(
    (entry) => !/^[A-Za-z_]\w*$/.test(nameOf(entry)) && (entry.key !== "" || entry.value !== ""),
  );

/** Returns the variables that have a name, as operations take them. */
export const namedVariables = (variables: readonly EditedVariable[]) =>
  variables
    .filter((entry) => nameOf(entry) !== "")
    .map((entry) => ({
      key: nameOf(entry),
      value: entry.value,
      ...(entry.isFile ? { variable_type: "file" as const } : {}),
    }));

interface VariableRowsProps {
  readonly variables: readonly EditedVariable[];
  readonly onChange: (variables: readonly EditedVariable[]) => void;
  /** Whether they are still loaded. */
  readonly isLoading?: boolean;
  /** Whether jobs may get the path of a file with a value. */
  readonly hasFiles?: boolean;
  /** In place of the rows while they are not there. */
  readonly children?: ReactNode;
}

/** Fields for variables of pipelines and jobs: a name and a value in each row. */
export function VariableRows({
  variables,
  onChange,
  isLoading = false,
  hasFiles = true,
  children,
}: VariableRowsProps) {
  const wrong = wrongVariable(variables);
  const set = (id: number, change: Partial<EditedVariable>) =>
    onChange(variables.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  return (
    <fieldset className={styles.rows}>
      <legend>Variables</legend>
      {children}
      {variables.map(({ id, key, value, isFile }, index) => {
        const valueField = {
          label: `Value of variable ${index + 1}`,
          hideLabel: true,
          placeholder: isFile ? "Content" : "Value",
          mono: true,
          value,
          onChange: (next: string) => set(id, { value: next }),
        };
        return (
          <div key={id} className={styles.row}>
            <TextField
              label={`Name of variable ${index + 1}`}
              hideLabel
              placeholder="NAME"
              mono
              value={key}
              error={wrong?.id === id ? "Letters, digits and underscores; not a digit first." : undefined}
              onChange={(next) => set(id, { key: next })}
            />
            {isFile ? (
              <TextArea rows={2} spellCheck={false} {...valueField} />
            ) : (
              <TextField {...valueField} />
            )}
            {hasFiles ? (
              <span className={styles.file}>
                <Checkbox
                  label={
                    <>
                      <VisuallyHidden>{`Variable ${index + 1}: `}</VisuallyHidden>File
                    </>
                  }
                  checked={isFile}
                  onChange={(next) => set(id, { isFile: next })}
                />
              </span>
            ) : (
              <span />
            )}
            <IconButton
              label={`Remove variable ${index + 1}`}
              icon={Trash2}
              onClick={() => onChange(variables.filter((entry) => entry.id !== id))}
            />
          </div>
        );
      })}
      <Button
        icon={Plus}
        size="s"
        disabled={isLoading}
        onClick={() =>
          onChange([
            ...variables,
            { id: Math.max(-1, ...variables.map(({ id }) => id)) + 1, key: "", value: "", isFile: false },
          ])
        }
      >
        Add variable
      </Button>
    </fieldset>
  );
}
