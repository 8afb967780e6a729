import { useQueries, useQuery } from "@tanstack/react-query";
import { FileKey, FolderSearch, KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import { createKey } from "../../../../shared/api/resources/ssh-keys.ts";
import { localKeyRoutes } from "../../../../shared/host/ssh-keys.ts";
import { fingerprintOf, type PublicKey, readPublicKey } from "../../../../shared/ssh/public-key.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { callHost } from "../../../api/fetch-host.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { formatKeyType, publicKeyProblem, useFingerprint } from "../../../features/people/fingerprint.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import styles from "../me.module.css";
import keyStyles from "./keys.module.css";
import type { KeyDraft, ListedKey } from "./use-key-draft.ts";

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
  const write = useWrite(createKey);
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
    await write({
      title: name,
      key: key.line,
      expires_at: expires ? `${expires}T00:00:00Z` : undefined,
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
  const problem = publicKeyProblem(draft.text, draft.refusedPrivate);
  if (draft.refusedPrivate) return problem;
  if (fileError) return fileError;
  return duplicate ? `This key is on your account already, as ${duplicate.title}.` : problem;
}

interface KeyDetailsProps {
  readonly of: PublicKey;
  readonly fingerprint: string | null;
}

/** Type, size and fingerprint of a public key, before it is added. */
const KeyDetails = ({ of, fingerprint }: KeyDetailsProps) => (
  <p className={keyStyles.details} role="status">
    <span>{formatKeyType(of)}</span>
    <code>{fingerprint ?? "…"}</code>
  </p>
);

interface LocalKeysDialogProps {
  readonly listed: readonly ListedKey[];
  readonly onChoose: (line: string) => void;
  readonly onClose: () => void;
}

/** Dialog that, once confirmed, lists the public keys of the user's own `.ssh` folder to choose one from. */
function LocalKeysDialog({ listed, onChoose, onClose }: LocalKeysDialogProps) {
  const [allowed, setAllowed] = useState(false);
  const found = useQuery({
    queryKey: ["local-public-keys"],
    queryFn: () => callHost(localKeyRoutes.list),
    enabled: allowed,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onEnter={() => setAllowed(true)}
      title="Public keys in ~/.ssh"
      description={
        allowed
          ? (found.data?.folder ?? "Loading the folder")
          : "Helve lists the files in ~/.ssh that end in .pub. Private keys and other files are not read, and nothing is sent until you add a key."
      }
      actions={
        allowed ? null : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={() => setAllowed(true)}>
              List public keys
            </Button>
          </>
        )
      }
    >
      {!allowed ? null : found.isPending ? (
        <Skeleton lines={3} label="Loading public keys" />
      ) : found.error ? (
        <ErrorState compact {...describeProblem(found.error)} onRetry={() => void found.refetch()} />
      ) : found.data.keys.length === 0 ? (
        <p className={layout.muted}>No public keys in this folder. Create one with ssh-keygen -t ed25519.</p>
      ) : (
        <FoundKeys keys={found.data.keys} listed={listed} onChoose={onChoose} />
      )}
    </Dialog>
  );
}

interface FoundKeysProps {
  readonly keys: readonly { readonly name: string; readonly line: string }[];
  readonly listed: readonly ListedKey[];
  readonly onChoose: (line: string) => void;
}

function FoundKeys({ keys, listed, onChoose }: FoundKeysProps) {
  const read = keys.flatMap(({ name, line }) => {
    const key = readPublicKey(line);
    return key ? [{ name, key }] : [];
  });
  const fingerprints = useQueries({
    queries: read.map(({ key }) => ({
      queryKey: ["fingerprint", key.line],
      queryFn: () => fingerprintOf(key),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return (
    <ul aria-label="Public keys in ~/.ssh">
      {read.map(({ name, key }, index) => (
        <FoundKey
          key={name}
          name={name}
          of={key}
          fingerprint={fingerprints[index]?.data ?? null}
          listed={listed}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}

interface FoundKeyProps {
  readonly name: string;
  readonly of: PublicKey;
  readonly fingerprint: string | null;
  readonly listed: readonly ListedKey[];
  readonly onChoose: (line: string) => void;
}

function FoundKey({ name, of, fingerprint, listed, onChoose }: FoundKeyProps) {
  const same = listed.find((entry) => fingerprint !== null && entry.fingerprint === fingerprint);
  return (
    <li>
      <button type="button" className={keyStyles.choice} disabled={!!same} onClick={() => onChoose(of.line)}>
        <Icon of={KeyRound} className={keyStyles.mark} />
        <span className={keyStyles.key}>
          <strong className={keyStyles.title}>{name}</strong>
          <code className={keyStyles.print}>{fingerprint ?? "…"}</code>
          <span className={keyStyles.meta}>
            {same
              ? `On your account as ${same.title}`
              : [formatKeyType(of), of.comment].filter(Boolean).join(" · ")}
          </span>
        </span>
      </button>
    </li>
  );
}
