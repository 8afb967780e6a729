import { FileKey, FolderSearch } from "lucide-react";
import { useRef, useState } from "react";
import { createKey } from "../../../../shared/api/resources/ssh-keys.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useFingerprint } from "../../../features/people/use-fingerprint.ts";
import { Button } from "../../../ui/button.tsx";
import { Destination } from "../../../ui/destination.tsx";
import { DiscardButton } from "../../../ui/discard-button.tsx";
import flow from "../../../ui/flow.module.css";
import { Form, FormFailure } from "../../../ui/form.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import styles from "../me.module.css";
import { KeyDetails } from "./key-details.tsx";
import keyStyles from "./keys.module.css";
import { LocalKeysDialog } from "./local-keys-dialog.tsx";
import type { KeyDraft } from "./use-key-draft.ts";
import type { ListedKey } from "./use-listed-keys.ts";

/** Bytes of the longest file that is read; public keys are far shorter. */
const maxFileBytes = 16_000;

interface AddKeyProps {
  readonly draft: KeyDraft;
  readonly listed: readonly ListedKey[];
  readonly onEnd: () => void;
}

/** Adds a public key: pasted, from a file, or from the `.ssh` folder. A private key is refused at once. */
export function AddKey({ draft, listed, onEnd }: AddKeyProps) {
  const { text, key, title, refusedPrivate } = draft;
  const write = useWrite();
  const picker = useRef<HTMLInputElement>(null);
  const [looking, setLooking] = useState(false);
  const [expires, setExpires] = useState("");
  const [fileError, setFileError] = useState<string | null>(null);
  const fingerprint = useFingerprint(key);
  const duplicate = listed.find((entry) => fingerprint !== null && entry.fingerprint === fingerprint);
  const name = title.trim() || key?.comment || "";
  const isReady = key !== null && name !== "" && !duplicate;
  const take = (next: string) => {
    setFileError(null);
    submission.reset();
    draft.setText(next);
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxFileBytes) return setFileError(`${file.name} is too long to be a public key.`);
    take(await file.text());
  };
  const submission = useSubmit(async () => {
    if (key === null) return;
    await write(createKey, {
      title: name,
      key: key.line,
      ...(expires ? { expires_at: `${expires}T00:00:00Z` } : {}),
    });
    toast.success(`Added ${name}`);
    draft.clear();
    onEnd();
  });
  return (
    <Form className={keyStyles.add} aria-label="Add SSH key" submission={submission} isReady={isReady}>
      <TextArea
        label="Public key"
        mono
        rows={3}
        spellCheck={false}
        placeholder="ssh-ed25519 AAAA… you@computer"
        value={text}
        onChange={take}
        autoFocus
        hint="The text of a file that ends in .pub"
        error={errorOf(draft, fileError, duplicate)}
      />
      <div className={flow.cluster}>
        <input
          ref={picker}
          type="file"
          className={keyStyles.picker}
          aria-label="File with a public key"
          tabIndex={-1}
          onChange={(event) => {
            void readFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        <Button icon={FileKey} onClick={() => picker.current?.click()}>
          Choose a file…
        </Button>
        <Button icon={FolderSearch} onClick={() => setLooking(true)}>
          From ~/.ssh…
        </Button>
      </div>
      {key && !refusedPrivate ? <KeyDetails of={key} fingerprint={fingerprint} /> : null}
      <div className={styles.formGrid}>
        <TextField
          label="Title"
          value={title}
          placeholder={key?.comment || "Work laptop"}
          onChange={draft.setTitle}
          hint={key?.comment ? "The comment of the key where it is empty" : "A name for the key"}
        />
        <TextField
          label="Expires on"
          type="date"
          value={expires}
          onChange={setExpires}
          hint="Optional. Services before 12.9 ignore it."
        />
      </div>
      <FormFailure submission={submission} />
      <div className={flow.cluster}>
        <Button type="submit" variant="primary" loading={submission.isPending} disabled={!isReady}>
          Add key
        </Button>
        <Destination />
        <DiscardButton
          isChanged={draft.isStarted}
          onClick={() => {
            draft.discard();
            onEnd();
          }}
        />
      </div>
      {looking ? (
        <LocalKeysDialog
          listed={listed}
          onChoose={(line) => {
            setLooking(false);
            take(line);
          }}
          onClose={() => setLooking(false)}
        />
      ) : null}
    </Form>
  );
}

function errorOf(
  draft: KeyDraft,
  fileError: string | null,
  duplicate: ListedKey | undefined,
): string | undefined {
  if (draft.refusedPrivate) {
    return "This is a private key. Helve dropped it: it was neither stored nor sent. Add the public key, from the file that ends in .pub.";
  }
  if (fileError) return fileError;
  if (duplicate) return `This key is on your account already, as ${duplicate.title}.`;
  if (draft.text.trim() !== "" && !draft.key) return "This is not a public SSH key.";
  return undefined;
}
