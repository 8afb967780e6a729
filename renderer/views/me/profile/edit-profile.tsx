import { useState } from "react";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { updateUser } from "../../../../shared/api/resources/users.ts";
import type { TypedDocument } from "../../../../shared/documents/shapes.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import flow from "../../../ui/theme/flow.module.css";
import styles from "../me.module.css";

const textFields = [
  { name: "name", label: "Name" },
  { name: "email", label: "Email" },
  { name: "public_email", label: "Public email" },
  { name: "location", label: "Location" },
  { name: "organization", label: "Organization" },
  { name: "website_url", label: "Website" },
  { name: "skype", label: "Skype" },
  { name: "linkedin", label: "LinkedIn" },
  { name: "twitter", label: "Twitter" },
] as const;

const nothing: TypedDocument<"drafts", "profile">["value"] = { texts: {} };
/** Unsaved changes by account. */
const drafts = createStoredValues("drafts", "profile", nothing);

interface EditProfileProps {
  readonly account: string;
  readonly user: User;
  readonly onEnd: () => void;
}

/** Edits the profile of an administrator. Only changed fields are sent; typed text is stored until then. */
export function EditProfile({ account, user, onEnd }: EditProfileProps) {
  const key = `profile ${account}`;
  const { value: draft } = useStoredValue(drafts, key);
  const [picture, setPicture] = useState<File | null>(null);
  const write = useWrite(updateUser);
  const end = () => {
    drafts.change(key, () => nothing);
    onEnd();
  };
  const discard = () => {
    end();
    if (isChanged)
      toast.discarded("changes to your profile", () =>
        drafts.change(key, (now) => (now === nothing ? draft : now)),
      );
  };
  const set = (name: keyof typeof draft.texts, text: string) =>
    drafts.change(key, (now) => ({ ...now, texts: { ...now.texts, [name]: text } }));
  const submission = useSubmit(
    async () => {
      await write({
        id: user.id,
        ...draft.texts,
        private_profile: draft.private_profile,
        avatar: picture ?? undefined,
      });
      toast.success("Profile saved");
      end();
    },
    { fields: textFields.map(({ name }) => name) },
  );
  const isChanged = JSON.stringify(draft) !== JSON.stringify(nothing) || picture !== null;
  const textOf = (name: keyof typeof draft.texts) => draft.texts[name] ?? user[name] ?? "";
  return (
    <Form className={styles.form} aria-label="Edit profile" submission={submission} isReady={isChanged}>
      <div className={styles.formGrid}>
        {textFields.map(({ name, label }, i) => (
          <TextField
            key={name}
            autoFocus={i === 0}
            label={label}
            value={textOf(name)}
            onChange={(text) => set(name, text)}
            error={submission.errorOf(name)}
          />
        ))}
      </div>
      <TextArea label="Bio" rows={2} value={textOf("bio")} onChange={(text) => set("bio", text)} />
      <label className={styles.file}>
        <span>Picture</span>
        <input
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(event) => setPicture(event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      <Checkbox
        label="Private profile"
        description="Your activity is hidden from others"
        checked={draft.private_profile ?? user.private_profile ?? false}
        onChange={(on) => drafts.change(key, (now) => ({ ...now, private_profile: on }))}
      />
      <FormFailure submission={submission} />
      <div className={flow.cluster}>
        <Button type="submit" variant="primary" loading={submission.isPending} disabled={!isChanged}>
          Save profile
        </Button>
        <Destination />
        <DiscardButton isChanged={isChanged} onClick={discard} />
      </div>
    </Form>
  );
}
