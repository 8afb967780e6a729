import { createStoredValues, useStoredValue } from "./stored-value.ts";

const drafts = createStoredValues("drafts", "form", {});

/**
 * Returns the text fields of a form as they are in its draft: what was changed since the form was opened is stored on
 * disk as it is typed, until it is sent or discarded.
 */
export function useFormDraft<Name extends string>(key: string, opened: Readonly<Record<Name, string>>) {
  const { value } = useStoredValue(drafts, key);
  return {
    fields: { ...opened, ...value },
    isChanged: Object.keys(value).length > 0,
    change: (patch: Partial<Record<Name, string>>) =>
      drafts.change(key, (now) => changedFields({ ...opened, ...now, ...patch }, opened)),
    clear: () => clearFormDraft(key),
    /** Stores the draft again as it is now, after it was discarded. What was typed since then stays. */
    restore: () => drafts.change(key, (now) => ({ ...value, ...now })),
  };
}

/** Deletes the draft of a form, also where the form is not open. */
export const clearFormDraft = (key: string): void => drafts.change(key, () => ({}));

/** Returns the fields that differ from what the form was opened with. */
const changedFields = (
  fields: Readonly<Record<string, string>>,
  opened: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name, text]) => text !== opened[name]));
