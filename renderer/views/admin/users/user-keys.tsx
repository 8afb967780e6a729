import { KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import type { SshKey } from "../../../../shared/api/resources/ssh-key-shapes.ts";
import { createUserKey, deleteUserKey, listUserKeys } from "../../../../shared/api/resources/ssh-keys.ts";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { isPrivateKey, readPublicKey } from "../../../../shared/ssh/public-key.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { failureOf } from "../../../api/failure-of.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { KeyText } from "../../../features/people/key-text.tsx";
import { useDraft } from "../../../state/text-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { confirm } from "../../../ui/confirm.tsx";
import { Destination } from "../../../ui/destination.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Form, FormFailure } from "../../../ui/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import keyStyles from "./user-keys.module.css";

interface UserKeysProps {
  readonly account: string;
  readonly user: User;
}

/** SSH keys of a user, which an administrator can add and delete. */
export function UserKeys({ account, user }: UserKeysProps) {
  const { data, error, refetch } = useOperationAll(listUserKeys, { id: user.id });
  const write = useWrite();
  const remove = async ({ id, title }: SshKey) => {
    const isDone = await confirm({
      title: `Delete ${title}?`,
      description: `${user.name} can no longer fetch or push with this key.`,
      confirmLabel: "Delete key",
      danger: true,
      failureTitle: `${title} was not deleted`,
      attempt: () => failureOf(write(deleteUserKey, { id: user.id, key_id: id })),
    });
    if (isDone) toast.success(`Deleted ${title}`);
  };
  return (
    <>
      {data === undefined ? (
        error ? (
          <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={2} height={68} mark={14} label="Loading SSH keys" />
        )
      ) : data.length === 0 ? (
        <p className={layout.muted}>No SSH keys.</p>
      ) : (
        <ul className={flow.stack} aria-label={`SSH keys of ${user.name}`}>
          {data.map((key) => (
            <li key={key.id} className={keyStyles.key}>
              <Icon of={KeyRound} size={14} />
              <KeyText of={key} />
              <IconButton
                label={`Delete ${key.title}`}
                icon={Trash2}
                size="s"
                onClick={() => void remove(key)}
              />
            </li>
          ))}
        </ul>
      )}
      <AddKey account={account} user={user} />
    </>
  );
}

function AddKey({ account, user }: UserKeysProps) {
  const draft = useDraft(`user key ${account} ${user.id}`);
  const [title, setTitle] = useState("");
  const [secret, setSecret] = useState(false);
  const write = useWrite();
  const key = readPublicKey(draft.text);
  const name = title.trim() || key?.comment || "";
  const take = (text: string) => {
    // A private key is never written to disk.
    setSecret(isPrivateKey(text));
    draft.setText(isPrivateKey(text) ? "" : text);
    submission.reset();
  };
  const submission = useSubmit(async () => {
    if (key === null) return;
    await write(createUserKey, { id: user.id, title: name, key: key.line });
    toast.success(`Added ${name} to ${user.name}`);
    draft.clear();
    setTitle("");
  });
  const error = secret
    ? "This is a private key. Helve dropped it: it was neither stored nor sent."
    : draft.text.trim() !== "" && !key
      ? "This is not a public SSH key."
      : undefined;
  return (
    <Form
      className={cx(flow.stack, keyStyles.addKey)}
      aria-label="Add SSH key"
      submission={submission}
      isReady={key !== null && name !== ""}
    >
      <TextArea
        label="New public key"
        mono
        rows={3}
        spellCheck={false}
        placeholder="ssh-ed25519 AAAA… person@computer"
        value={draft.text}
        onChange={take}
        error={error}
      />
      <TextField
        label="Title"
        value={title}
        onChange={setTitle}
        placeholder={key?.comment ?? ""}
        hint="The comment of the key where it is empty"
      />
      <FormFailure submission={submission} />
      <Destination />
      <Button type="submit" loading={submission.isPending} disabled={!key || !name}>
        Add key
      </Button>
    </Form>
  );
}
