import { KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  createUserKey,
  deleteUserKey,
  listUserKeys,
  type SshKey,
} from "../../../../shared/api/resources/ssh-keys.ts";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { isPrivateKey, readPublicKey } from "../../../../shared/ssh/public-key.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { KeyText, publicKeyProblem } from "../../../features/people/fingerprint.tsx";
import { confirmRemoval } from "../../../features/settings-list/confirm-removal.ts";
import { useDraft } from "../../../state/drafts.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import keyStyles from "./admin-users.module.css";

interface UserKeysProps {
  readonly account: string;
  readonly user: User;
}

/** SSH keys of a user, which an administrator can add and delete. */
export function UserKeys({ account, user }: UserKeysProps) {
  const { data, error, refetch } = useOperationAll(listUserKeys, { id: user.id });
  const write = useWrite(deleteUserKey);
  const remove = async ({ id, title }: SshKey) => {
    await confirmRemoval({
      verb: "Delete",
      name: title,
      noun: "key",
      description: `${user.name} can no longer fetch or push with this key.`,
      send: () => write({ id: user.id, key_id: id }),
    });
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
                writes
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
  const write = useWrite(createUserKey);
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
    await write({ id: user.id, title: name, key: key.line });
    toast.success(`Added ${name} to ${user.name}`);
    draft.clear();
    setTitle("");
  });
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
        error={publicKeyProblem(draft.text, secret)}
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
