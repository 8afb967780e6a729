import { type ReactNode, useId } from "react";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./admin-users.module.css";
import type { Unstored, UserForm, UserFormErrors } from "./user-form.ts";

interface UserFormFieldsProps {
  readonly form: UserForm;
  readonly unstored: Unstored;
  readonly errors: UserFormErrors;
  readonly isNew: boolean;
  /** Whether the email address differs from the one that the user has. */
  readonly hasNewEmail: boolean;
  readonly onChange: (patch: Partial<UserForm>) => void;
  readonly onUnstored: (patch: Partial<Unstored>) => void;
}

/** Every field of a user that an administrator can set, in groups. */
export function UserFormFields(props: UserFormFieldsProps) {
  return (
    <>
      <AccountFields {...props} />
      <ProfileFields {...props} />
      <AccessFields {...props} />
    </>
  );
}

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
);

function AccountFields(props: UserFormFieldsProps) {
  const { form, unstored, errors, isNew, hasNewEmail, onChange, onUnstored } = props;
  return (
    <Group title="Account">
      <TextField
        label="Name"
        value={form.name}
        error={errors.name}
        onChange={(name) => onChange({ name })}
        autoFocus
      />
      <TextField
        label="User name"
        value={form.username}
        error={errors.username}
        hint={isNew ? undefined : "Addresses of the user's own projects change with it."}
        onChange={(username) => onChange({ username })}
      />
      <TextField
        label="Email"
        type="email"
        value={form.email}
        error={errors.email}
        onChange={(email) => onChange({ email })}
      />
      {isNew || hasNewEmail ? (
        <Checkbox
          label="Email address is confirmed"
          description="No confirmation is required"
          checked={form.skipConfirmation}
          onChange={(skipConfirmation) => onChange({ skipConfirmation })}
        />
      ) : null}
      {isNew ? (
        <Checkbox
          label="Send a link to choose a password"
          checked={form.resetPassword}
          onChange={(resetPassword) => onChange({ resetPassword })}
        />
      ) : null}
      {isNew && form.resetPassword ? null : (
        <TextField
          label={isNew ? "Password" : "New password"}
          type="password"
          autoComplete="new-password"
          value={unstored.password}
          error={errors.password}
          hint={
            isNew
              ? "At least 8 characters. Not saved in the draft."
              : "Leave empty to keep the current one. It must be changed at the next sign-in."
          }
          onChange={(password) => onUnstored({ password })}
        />
      )}
      <TextField
        label="Identity provider"
        value={form.provider}
        hint="Such as ldapmain or saml"
        onChange={(provider) => onChange({ provider })}
      />
      <TextField
        label="External ID"
        value={form.externUid}
        error={errors.externUid}
        hint="What the provider calls the user"
        onChange={(externUid) => onChange({ externUid })}
      />
    </Group>
  );
}

/** Lines of text of the profile. */
const profileFields = [
  ["location", "Location"],
  ["organization", "Organization"],
  ["publicEmail", "Public email"],
  ["website", "Website"],
  ["skype", "Skype"],
  ["linkedin", "LinkedIn"],
  ["twitter", "Twitter"],
] as const;

function ProfileFields({ form, unstored, onChange, onUnstored }: UserFormFieldsProps) {
  const id = useId();
  return (
    <Group title="Profile">
      <TextArea label="Bio" rows={2} value={form.bio} onChange={(bio) => onChange({ bio })} />
      {profileFields.map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          value={form[field]}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      <div className={styles.file}>
        <label htmlFor={id}>Picture</label>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(event) => onUnstored({ avatar: event.currentTarget.files?.[0] ?? null })}
        />
        <span className={layout.muted}>
          {unstored.avatar ? unstored.avatar.name : "PNG, JPEG, GIF or WebP, up to 200 KB"}
        </span>
      </div>
      <Checkbox
        label="Private profile"
        description="Others see only the name"
        checked={form.privateProfile}
        onChange={(privateProfile) => onChange({ privateProfile })}
      />
    </Group>
  );
}

const AccessFields = ({ form, errors, onChange }: UserFormFieldsProps) => (
  <Group title="Limits and access">
    <TextField
      label="Projects limit"
      inputMode="numeric"
      value={form.projectsLimit}
      error={errors.projectsLimit}
      hint="Projects in the user's own namespace. Leave empty for the service's default."
      onChange={(projectsLimit) => onChange({ projectsLimit })}
    />
    <Checkbox
      label="Can create groups"
      checked={form.canCreateGroup}
      onChange={(canCreateGroup) => onChange({ canCreateGroup })}
    />
    <Checkbox
      label="External"
      description="Sees internal projects only as a member, and creates neither projects nor groups"
      checked={form.external}
      onChange={(external) => onChange({ external })}
    />
    <Checkbox
      label="Administrator"
      description="Can see and change everything on this service"
      checked={form.admin}
      onChange={(admin) => onChange({ admin })}
    />
  </Group>
);
