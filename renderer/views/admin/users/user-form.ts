import { useState } from "react";
import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import type { createUser, updateUser } from "../../../../shared/api/resources/users.ts";
import type { TypedDocument } from "../../../../shared/documents/shapes.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { toast } from "../../../ui/overlays/toast.tsx";

/** The form of a user, stored as a draft; without passwords, for that reason. */
export type UserForm = NonNullable<TypedDocument<"drafts", "user">["value"]>["form"];

export const emptyUserForm: UserForm = {
  name: "",
  username: "",
  email: "",
  resetPassword: true,
  skipConfirmation: false,
  provider: "",
  externUid: "",
  bio: "",
  location: "",
  organization: "",
  publicEmail: "",
  website: "",
  skype: "",
  linkedin: "",
  twitter: "",
  privateProfile: false,
  projectsLimit: "",
  canCreateGroup: true,
  admin: false,
  external: false,
};

export function toUserForm(user: User): UserForm {
  const identity = user.identities?.[0];
  return {
    name: user.name,
    username: user.username,
    email: user.email ?? "",
    resetPassword: false,
    skipConfirmation: false,
    provider: identity?.provider ?? "",
    externUid: identity?.extern_uid ?? "",
    bio: user.bio ?? "",
    location: user.location ?? "",
    organization: user.organization ?? "",
    publicEmail: user.public_email ?? "",
    website: user.website_url ?? "",
    skype: user.skype ?? "",
    linkedin: user.linkedin ?? "",
    twitter: user.twitter ?? "",
    privateProfile: user.private_profile ?? false,
    projectsLimit: user.projects_limit == null ? "" : String(user.projects_limit),
    canCreateGroup: user.can_create_group ?? true,
    admin: user.is_admin ?? false,
    external: user.external ?? false,
  };
}

/** Secret fields of the form, never stored. */
export interface Unstored {
  readonly password: string;
  readonly avatar: File | null;
}

const passwordLength = 8;

export type UserFormErrors = Partial<Record<keyof UserForm | "password", string>>;

/** Returns the form's invalid fields. A new user needs a password or a link to choose one. */
export function checkUserForm(form: UserForm, { password }: Unstored, isNew: boolean): UserFormErrors {
  const errors: UserFormErrors = {};
  if (!form.name.trim()) errors.name = "Enter a name.";
  if (!form.username.trim()) errors.username = "Enter a user name.";
  else if (!/^(?!-)[A-Za-z0-9_.-]*[A-Za-z0-9_-]$/.test(form.username))
    errors.username = "Letters, digits, _, - and . only. It cannot start with - or end with a period.";
  if (!/^[^@\s]+@[^@\s]+$/.test(form.email)) errors.email = "Enter an email address.";
  if (!/^\d*$/.test(form.projectsLimit.trim())) errors.projectsLimit = "Enter a whole number.";
  if ((form.provider.trim() === "") !== (form.externUid.trim() === ""))
    errors.externUid = "Provider and external ID belong together.";
  const needed = isNew && !form.resetPassword;
  if ((needed || (!isNew && password !== "")) && password.length < passwordLength)
    errors.password = `At least ${passwordLength} characters.`;
  return errors;
}

/** API names of fields that are sent unchanged. */
const names = {
  name: "name",
  username: "username",
  email: "email",
  bio: "bio",
  location: "location",
  organization: "organization",
  publicEmail: "public_email",
  website: "website_url",
  skype: "skype",
  linkedin: "linkedin",
  twitter: "twitter",
  privateProfile: "private_profile",
  canCreateGroup: "can_create_group",
  admin: "admin",
  external: "external",
} as const satisfies Partial<Record<keyof UserForm, keyof InputOf<typeof updateUser>>>;

type Changes = Omit<InputOf<typeof updateUser>, "id">;

/** Returns the fields that differ between two forms, by API name. */
function changesOf(base: UserForm, form: UserForm, { avatar }: Unstored): Changes {
  const fields = (Object.keys(names) as (keyof typeof names)[]).flatMap((field) =>
    form[field] === base[field] ? [] : [[names[field], form[field]] as const],
  );
  const limit = form.projectsLimit.trim();
  const hasIdentity = form.provider !== base.provider || form.externUid !== base.externUid;
  return {
    ...Object.fromEntries(fields),
    ...(limit === "" || limit === base.projectsLimit ? {} : { projects_limit: Number(limit) }),
    ...(hasIdentity && form.provider.trim()
      ? { provider: form.provider.trim(), extern_uid: form.externUid.trim() }
      : {}),
    ...(avatar ? { avatar } : {}),
  };
}

/** Returns the update of the changed fields; null where none was changed. */
export function toUserUpdate(
  id: number,
  base: UserForm,
  form: UserForm,
  unstored: Unstored,
): InputOf<typeof updateUser> | null {
  const changes = {
    ...changesOf(base, form, unstored),
    ...(unstored.password ? { password: unstored.password } : {}),
  };
  if (Object.keys(changes).length === 0) return null;
  return {
    id,
    ...changes,
    ...(form.email !== base.email && form.skipConfirmation ? { skip_reconfirmation: true } : {}),
  };
}

/** Returns the input that creates a user. */
export function toCreation(form: UserForm, unstored: Unstored): InputOf<typeof createUser> {
  return {
    ...changesOf(emptyUserForm, form, unstored),
    name: form.name.trim(),
    username: form.username.trim(),
    email: form.email.trim(),
    ...(form.resetPassword ? { reset_password: true } : { password: unstored.password }),
    ...(form.skipConfirmation ? { skip_confirmation: true } : {}),
  };
}

const drafts = createStoredValues("drafts", "user", null);

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
