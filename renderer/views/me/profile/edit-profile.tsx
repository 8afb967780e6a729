import { useState } from "react";
import { z } from "zod";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { updateUser } from "../../../../shared/api/resources/users.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Destination } from "../../../ui/destination.tsx";
import { DiscardButton } from "../../../ui/discard-button.tsx";
import flow from "../../../ui/flow.module.css";
import { Form, FormFailure } from "../../../ui/form.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
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

const changes = z.partialRecord(z.enum([...textFields.map(({ name }) => name), "bio"]), z.string());
const draftShape = z.object({ texts: changes, private_profile: z.boolean().optional() });
const nothing: z.output<typeof draftShape> = { texts: {} };
/** Unsaved changes by account. */
const drafts = createStoredValues("drafts", "profile", draftShape, nothing);

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
  const write = useWrite();
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
      await write(updateUser, {
        id: user.id,
        ...draft.texts,
        ...(draft.private_profile === undefined ? {} : { private_profile: draft.private_profile }),
        ...(picture ? { avatar: picture } : {}),
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
