import { useState } from "react";
import { accessLevels } from "../../../../../shared/api/contract/access-levels.ts";
import {
  createProjectAccessToken,
  type ProjectAccessToken,
  rotateProjectAccessToken,
} from "../../../../../shared/api/resources/project-access-tokens.ts";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { useSubmit } from "../../../../api/use-submit.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { useFormDraft } from "../../../../state/form-draft.ts";
import { Button } from "../../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../../ui/buttons/copy-button.tsx";
import { RevealButton } from "../../../../ui/buttons/reveal-button.tsx";
import { Checkbox } from "../../../../ui/forms/checkbox.tsx";
import { Select } from "../../../../ui/forms/select.tsx";
import { TextField } from "../../../../ui/forms/text-field.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { DraftDialog, FormDialog } from "../../../../ui/overlays/form-dialog.tsx";
import { rolesUpTo } from "../roles.ts";
import styles from "../settings-lists.module.css";

/** A token that was just made, with its text. */
export interface ShownToken {
  readonly name: string;
  readonly text: string;
}

/** Scopes that a token can have. */
const scopeChoices = [
  { value: "api", label: "api", description: "All that its role may do, the repository included" },
  { value: "read_repository", label: "read_repository", description: "Clone and fetch" },
  { value: "write_repository", label: "write_repository", description: "Clone, fetch and push" },
] as const;

const dayMs = 24 * 60 * 60_000;

/** Returns the day so many days from today: ISO. */
const dayIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Returns why a token cannot end on a day; undefined where it can. */
const dayProblem = (day: string): string | undefined =>
  day !== "" && day <= dayIn(0) ? "Choose a day after today." : undefined;

interface NewTokenProps {
  readonly account: string;
  readonly project: Project;
  /** Highest role that the account may give. */
  readonly upTo: number;
  readonly onMade: (token: ShownToken) => void;
  readonly onClose: () => void;
}

/** Adds a token. The draft is stored until then. */
export function NewToken({ account, project, upTo, onMade, onClose }: NewTokenProps) {
  const write = useWrite(createProjectAccessToken);
  const draft = useFormDraft(`access-token ${JSON.stringify([account, project.path_with_namespace])}`, {
    name: "",
    level: String(accessLevels.developer),
    scopes: "",
    ends: dayIn(90),
  });
  const { name, level, scopes, ends } = draft.fields;
  const chosen = new Set(scopes.split(" ").filter(Boolean));
  const isReady = name.trim() !== "" && chosen.size > 0 && dayProblem(ends) === undefined;
  const submission = useSubmit(
    async () => {
      const made = await write({
        id: project.id,
        name: name.trim(),
        scopes: [...chosen],
        access_level: Number(level),
        expires_at: ends || undefined,
      });
      draft.clear();
      onMade({ name: made.name, text: made.token });
    },
    { fields: ["name", "access_level", "expires_at"] },
  );
  return (
    <DraftDialog
      onClose={onClose}
      title="Add access token"
      submitLabel="Add token"
      draft={draft}
      draftName="token draft"
      submission={submission}
      isReady={isReady}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(next) => draft.change({ name: next })}
        autoFocus
        maxLength={255}
        placeholder="Release script"
        error={submission.errorOf("name")}
      />
      <Select
        label="Role"
        value={level}
        options={rolesUpTo(upTo)}
        onChange={(next) => draft.change({ level: next })}
        error={submission.errorOf("access_level")}
      />
      <fieldset className={styles.choices}>
        <legend>Scopes</legend>
        {scopeChoices.map(({ value, label, description }) => (
          <Checkbox
            key={value}
            label={label}
            description={description}
            checked={chosen.has(value)}
            onChange={(on) =>
              draft.change({
                scopes: scopeChoices
                  .filter((scope) => (scope.value === value ? on : chosen.has(scope.value)))
                  .map((scope) => scope.value)
                  .join(" "),
              })
            }
          />
        ))}
      </fieldset>
      <LastDay
        value={ends}
        onChange={(next) => draft.change({ ends: next })}
        error={submission.errorOf("expires_at")}
      />
    </DraftDialog>
  );
}

interface LastDayProps {
  /** ISO day; empty for the service's own. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly error: string | undefined;
}

const LastDay = ({ value, onChange, error }: LastDayProps) => (
  <TextField
    label="Expires on"
    type="date"
    value={value}
    onChange={onChange}
    hint="From this day on it is not accepted. Leave empty for the longest time that the service gives."
    error={error ?? dayProblem(value)}
  />
);

interface RotateTokenProps {
  readonly project: Project;
  readonly token: ProjectAccessToken;
  readonly onMade: (token: ShownToken) => void;
  readonly onClose: () => void;
}

/** Replaces a token by a new one, which the old one ends with. */
export function RotateToken({ project, token, onMade, onClose }: RotateTokenProps) {
  const write = useWrite(rotateProjectAccessToken);
  const [ends, setEnds] = useState(dayIn(90));
  const submission = useSubmit(
    async () => {
      const made = await write({ id: project.id, token_id: token.id, expires_at: ends || undefined });
      onMade({ name: made.name, text: made.token });
    },
    { fields: ["expires_at"] },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={`Rotate ${token.name}`}
      description="A new token with the same role and scopes takes its place. Programs that use the present one lose their access at once."
      submitLabel="Rotate token"
      danger
      submission={submission}
      isReady={dayProblem(ends) === undefined}
    >
      <LastDay value={ends} onChange={setEnds} error={submission.errorOf("expires_at")} />
    </FormDialog>
  );
}

interface TokenShownProps {
  readonly token: ShownToken;
  readonly onClose: () => void;
}

/** Shows a new token, hidden until somebody asks; once closed it cannot be shown again. */
export function TokenShown({ token, onClose }: TokenShownProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Copy ${token.name} now`}
      description="It is not shown again, and Helve does not store it."
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <TextField
        label="Token"
        type={isShown ? "text" : "password"}
        mono
        readOnly
        value={token.text}
        onChange={() => undefined}
        autoComplete="off"
        suffix={
          <>
            <CopyButton text={token.text} label="Copy token" />
            <RevealButton what="token" isShown={isShown} onChange={setShown} />
          </>
        }
      />
    </Dialog>
  );
}
