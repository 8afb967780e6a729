import { useState } from "react";
import { accessLevels } from "../../../../../shared/api/contract/access-levels.ts";
import {
  createDeployKey,
  type DeployKey,
  enableDeployKey,
  listAllDeployKeys,
  listDeployKeys,
  updateDeployKey,
} from "../../../../../shared/api/resources/deploy-keys.ts";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { isPrivateKey, readPublicKey } from "../../../../../shared/ssh/public-key.ts";
import { useOperationAll } from "../../../../api/use-operation.ts";
import { useSubmit } from "../../../../api/use-submit.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { Unread } from "../../../../features/paged-list/list-states.tsx";
import { publicKeyProblem } from "../../../../features/people/fingerprint.tsx";
import { ProjectField } from "../../../../features/project-list/project-field.tsx";
import { useFormDraft } from "../../../../state/form-draft.ts";
import { useAccount } from "../../../../state/host-state.ts";
import { Checkbox } from "../../../../ui/forms/checkbox.tsx";
import { Select } from "../../../../ui/forms/select.tsx";
import { TextField } from "../../../../ui/forms/text-field.tsx";
import { DraftDialog, FormDialog } from "../../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../../ui/overlays/toast.tsx";
import { Skeleton } from "../../../../ui/states/skeleton.tsx";
import { TextArea } from "../../../../ui/text-completion/text-area.tsx";
import layout from "../../../../ui/theme/layout.module.css";

interface AddDeployKeyProps {
  readonly account: string;
  readonly project: Project;
  readonly onClose: () => void;
}

/** Adds a public key. A private one is dropped as soon as it is pasted: it is neither stored nor sent. */
export function AddDeployKey({ account, project, onClose }: AddDeployKeyProps) {
  const write = useWrite(createDeployKey);
  const [unread, setUnread] = useState("");
  const [isRefused, setRefused] = useState(false);
  const draft = useFormDraft(`deploy-key ${JSON.stringify([account, project.path_with_namespace])}`, {
    title: "",
    key: "",
    push: "",
    ends: "",
  });
  const { title, push, ends } = draft.fields;
  const text = draft.fields.key || unread;
  const key = readPublicKey(text);
  const name = title.trim() || key?.comment || "";
  const take = (next: string) => {
    setRefused(isPrivateKey(next));
    const isKept = !isPrivateKey(next) && readPublicKey(next) !== null;
    // What is no public key may be a secret.
    setUnread(isKept || isPrivateKey(next) ? "" : next);
    draft.change({ key: isKept ? next : "" });
  };
  const submission = useSubmit(
    async () => {
      if (!key) return;
      await write({
        id: project.id,
        title: name,
        key: key.line,
        can_push: push !== "",
        expires_at: ends ? `${ends}T00:00:00Z` : undefined,
      });
      draft.clear();
      toast.success(`Added ${name}`);
      onClose();
    },
    { fields: ["key", "title"] },
  );
  return (
    <DraftDialog
      onClose={onClose}
      title="Add deploy key"
      submitLabel="Add deploy key"
      draft={draft}
      draftName="deploy key draft"
      submission={submission}
      isReady={key !== null && name !== ""}
    >
      <TextArea
        label="Public key"
        mono
        rows={3}
        spellCheck={false}
        placeholder="ssh-ed25519 AAAA… robot@computer"
        value={text}
        onChange={take}
        autoFocus
        hint="The text of a file that ends in .pub"
        error={submission.errorOf("key") ?? publicKeyProblem(text, isRefused)}
      />
      <TextField
        label="Title"
        value={title}
        onChange={(next) => draft.change({ title: next })}
        maxLength={255}
        placeholder={key?.comment || "Crane robot"}
        hint="The comment of the key where it is empty"
        error={submission.errorOf("title")}
      />
      <Checkbox
        label="Allow push"
        description="Else it can only be read with the key"
        checked={push !== ""}
        onChange={(on) => draft.change({ push: on ? "1" : "" })}
      />
      <TextField
        label="Expires on"
        type="date"
        value={ends}
        onChange={(next) => draft.change({ ends: next })}
        hint="Leave empty for never."
      />
    </DraftDialog>
  );
}

interface EditDeployKeyProps {
  readonly project: Project;
  readonly deployKey: DeployKey;
  readonly onClose: () => void;
}

/** Changes the title of a deploy key, and whether it may push to this project. */
export function EditDeployKey({ project, deployKey, onClose }: EditDeployKeyProps) {
  const write = useWrite(updateDeployKey);
  const [title, setTitle] = useState(deployKey.title);
  const [canPush, setCanPush] = useState(deployKey.can_push === true);
  const submission = useSubmit(
    async () => {
      await write({ id: project.id, key_id: deployKey.id, title: title.trim(), can_push: canPush });
      toast.success(`Saved ${title.trim()}`);
      onClose();
    },
    { fields: ["title"] },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${deployKey.title}`}
      submitLabel="Save"
      submission={submission}
      isReady={title.trim() !== ""}
    >
      <TextField
        label="Title"
        value={title}
        onChange={setTitle}
        autoFocus
        maxLength={255}
        hint="All projects that have the key show it."
        error={submission.errorOf("title")}
      />
      <Checkbox
        label="Allow push"
        description="Else this project can only be read with the key"
        checked={canPush}
        onChange={setCanPush}
      />
    </FormDialog>
  );
}

interface EnableDeployKeyProps {
  readonly account: string;
  readonly project: Project;
  /** Ids of keys that the project has. */
  readonly known: readonly number[];
  readonly onClose: () => void;
}

/**
 * Gives the project a deploy key of another one, to read alone. Services list all keys for administrators; others choose a
 * project that they maintain, whose keys are read then.
 */
export function EnableDeployKey({ account, project, known, onClose }: EnableDeployKeyProps) {
  const write = useWrite(enableDeployKey);
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const [from, setFrom] = useState<Pick<Project, "id" | "path_with_namespace"> | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const all = useOperationAll(listAllDeployKeys, isAdmin && from === null ? { per_page: 100 } : null);
  const own = useOperationAll(listDeployKeys, from && { id: from.id, per_page: 100 });
  const keys = from ? own : all;
  const others = (keys.data ?? []).filter(({ id }) => !known.includes(id));
  const submission = useSubmit(async () => {
    if (chosen === null) return;
    const { title } = await write({ id: project.id, key_id: Number(chosen) });
    toast.success(`Enabled ${title}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Enable a deploy key"
      description="A program whose key another project has can read this one as well. Edit the key here to let it push."
      submitLabel="Enable key"
      submission={submission}
      isReady={chosen !== null}
    >
      <ProjectField
        account={account}
        own={project.path_with_namespace}
        chosen={from?.path_with_namespace ?? null}
        minAccessLevel={accessLevels.maintainer}
        onChoose={(next) => {
          setFrom(next);
          setChosen(null);
        }}
      />
      {!isAdmin && from === null ? (
        <p className={layout.muted}>Select a project of which you are a maintainer, and one of its keys.</p>
      ) : keys.isPending ? (
        <Skeleton lines={1} height={32} label="Loading deploy keys" />
      ) : keys.error && !keys.data ? (
        <Unread compact error={keys.error} name="Deploy keys" onRetry={() => void keys.refetch()} />
      ) : others.length === 0 ? (
        <p className={layout.muted}>
          {from
            ? `${from.path_with_namespace} has no other deploy key.`
            : "No other project has a deploy key."}
        </p>
      ) : (
        <Select
          label="Deploy key"
          value={chosen}
          onChange={setChosen}
          options={others.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      )}
    </FormDialog>
  );
}
