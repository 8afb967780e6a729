import { useState } from "react";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import { updateSubmodule } from "../../../../shared/api/resources/submodules.ts";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import type { Repository } from "../use-repository.ts";
import styles from "./submodule.module.css";

interface SubmoduleBumpProps {
  readonly repository: Repository;
  readonly path: string;
  /** Commit that is linked now. */
  readonly commit: string;
  /** The submodule's own project, where it is on this service. */
  readonly source: string | null;
  readonly onClose: () => void;
}

/** Lets a submodule point at another commit: one of its project's, or any hash. */
export function SubmoduleBump({ repository, path, commit, source, onClose }: SubmoduleBumpProps) {
  const write = useWrite();
  const [sha, setSha] = useState("");
  const [branch, setBranch] = useState(repository.ref);
  const [message, setMessage] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorStateProps | null>(null);
  const commits = useOperation(listCommits, source ? { id: source, per_page: 50 } : null);
  const wrong = sha !== "" && !/^[0-9a-f]{40}$/.test(sha);
  const update = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await write(updateSubmodule, {
        id: repository.project,
        submodule: path,
        branch,
        commit_sha: sha,
        ...(message.trim() ? { commit_message: message.trim() } : {}),
      });
      toast.success(`${path} points at ${sha.slice(0, 8)} on ${branch}`);
      onClose();
    } catch (error) {
      setFailure(describeProblem(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Update ${path}`}
      description={`It points at ${commit.slice(0, 10)} now.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={sha === "" || wrong || sha === commit || branch.trim() === ""}
            onClick={() => void update()}
          >
            Update
          </Button>
        </>
      }
    >
      <div className={styles.bump}>
        {source ? (
          <Combobox
            label={`Commits of ${source}`}
            trigger={<Button>Choose a commit of {source}…</Button>}
            items={(commits.data ?? []).map(({ id, short_id, title }) => ({
              id,
              label: title,
              hint: short_id,
              selected: id === sha,
            }))}
            onChoose={({ id }) => setSha(id)}
            loading={commits.isFetching}
          />
        ) : null}
        <TextField
          label="Commit"
          mono
          value={sha}
          onChange={setSha}
          hint="The whole hash, 40 digits"
          error={wrong ? "Not a whole hash" : sha === commit ? "It points there already" : undefined}
        />
        <TextField label="Branch" mono value={branch} onChange={setBranch} />
        <TextField
          label="Message"
          value={message}
          placeholder={`Update submodule ${path} with oid ${sha.slice(0, 8)}`}
          onChange={setMessage}
        />
        {failure ? <ErrorState compact {...failure} /> : null}
      </div>
    </Dialog>
  );
}
