import { useState } from "react";
import type { Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { createEnvironment, updateEnvironment } from "../../../shared/api/resources/environments.ts";
import { describeProblem, type ErrorStateProps } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/host.ts";
import { useWrite } from "../../api/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./environments.module.css";

interface EnvironmentDialogProps {
  readonly project: string;
  /** The one that is edited; a new one is created where it is left out. */
  readonly environment?: Environment;
  readonly onClose: () => void;
}

interface Failure {
  readonly looks: ErrorStateProps;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** Asks for the name and URL of an environment, and creates or changes it. */
export function EnvironmentDialog({ project, environment, onClose }: EnvironmentDialogProps) {
  const write = useWrite();
  const [name, setName] = useState(environment?.name ?? "");
  const [url, setUrl] = useState(environment?.external_url ?? "");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isReady = name.trim() !== "" && urlProblem(url) === undefined;
  const save = async () => {
    setBusy(true);
    setFailure(null);
    const fields = { name: name.trim(), external_url: url.trim() };
    try {
      if (environment) {
        // A name that stays is not sent: newer services refuse it.
        const { name: sent, external_url } = fields;
        await write(updateEnvironment, {
          id: project,
          environment_id: environment.id,
          external_url,
          ...(sent === environment.name ? {} : { name: sent }),
        });
        toast.success(`Saved ${fields.name}`);
      } else {
        const { name: sent, external_url } = fields;
        await write(createEnvironment, {
          id: project,
          name: sent,
          ...(external_url ? { external_url } : {}),
        });
        toast.success(`Created ${fields.name}`);
      }
      onClose();
    } catch (error) {
      setFailure({ looks: describeProblem(error), fields: toProblem(error).fields ?? {} });
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (field: string) => {
    const [first] = failure?.fields[field] ?? [];
    return first ? { error: first } : {};
  };
  const problem = urlProblem(url);
  const isShownByField = failure?.fields.name || failure?.fields.external_url;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={environment ? `Edit ${environment.name}` : "New environment"}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={busy} disabled={!isReady} onClick={() => void save()}>
            {environment ? "Save" : "Create environment"}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) void save();
        }}
      >
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          maxLength={255}
          placeholder="staging"
          {...errorOf("name")}
        />
        <TextField
          label="External URL"
          type="url"
          value={url}
          onChange={setUrl}
          placeholder="https://staging.example.com"
          hint="Where people see what runs there. May be left empty."
          {...(problem ? { error: problem } : errorOf("external_url"))}
        />
        {failure && !isShownByField ? <ErrorState compact {...failure.looks} /> : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}

/** Returns why a text cannot be the URL of an environment. */
function urlProblem(text: string): string | undefined {
  const url = text.trim();
  if (url === "" || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return undefined;
  return "Enter a URL that starts with https:// or http://.";
}
