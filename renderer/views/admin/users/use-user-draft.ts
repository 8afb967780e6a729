import { useState } from "react";
import { z } from "zod";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { toast } from "../../../ui/toast.tsx";
import { type Unstored, type UserForm, userForm } from "./user-form.ts";

const drafts = createStoredValues(
  "drafts",
  "user",
  z.object({ base: userForm, form: userForm }).nullable(),
  null,
);

/**
 * The draft of a user's form, stored on disk with the user as it was when the form was opened. Password and picture
 * stay in memory.
 */
export function useUserDraft(key: string, start: UserForm) {
  const { value: draft } = useStoredValue(drafts, key);
  const [opened] = useState(start);
  const [unstored, setUnstored] = useState<Unstored>({ password: "", avatar: null });
  const base = draft?.base ?? opened;
  const form = draft?.form ?? opened;
  return {
    base,
    form,
    unstored,
    isChanged:
      JSON.stringify(form) !== JSON.stringify(base) || unstored.password !== "" || unstored.avatar !== null,
    change: (patch: Partial<UserForm>) =>
      drafts.change(key, (now) => ({ base: now?.base ?? base, form: { ...(now?.form ?? form), ...patch } })),
    changeUnstored: (patch: Partial<Unstored>) => setUnstored((now) => ({ ...now, ...patch })),
    /** Deletes the draft once it is saved. */
    clear: () => drafts.change(key, () => null),
    /** Deletes the draft, called by `what`; it can be restored. */
    discard: (what: string) => {
      if (draft) toast.discarded(what, () => drafts.change(key, (now) => now ?? draft));
      drafts.change(key, () => null);
    },
  };
}
