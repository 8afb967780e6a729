import { useState } from "react";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import type { EditedVariable } from "./variable-rows.tsx";

const blank: TypedDocument<"drafts", "pipeline-variables">["value"] = [{ id: 0, key: "" }];
const drafts = createStoredValues("drafts", "pipeline-variables", blank);

interface VariableDraft {
  readonly variables: readonly EditedVariable[];
  change(next: readonly EditedVariable[]): void;
  clear(): void;
}

/** Variables that are being written. Their names are stored until `clear`; their values may be secrets and are not. */
export function useVariableDraft(key: string): VariableDraft {
  const { value: names } = useStoredValue(drafts, key);
  const [secrets, setSecrets] = useState<ReadonlyMap<number, EditedVariable>>(new Map());
  return {
    variables: names.map((entry) => ({ value: "", isFile: false, ...secrets.get(entry.id), ...entry })),
    change(next) {
      drafts.change(key, () => next.map(({ id, key: name }) => ({ id, key: name })));
      setSecrets(new Map(next.map((entry) => [entry.id, entry])));
    },
    clear: () => drafts.change(key, () => blank),
  };
}
