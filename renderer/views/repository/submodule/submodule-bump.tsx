import { useState } from "react";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import { updateSubmodule } from "../../../../shared/api/resources/submodules.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";

interface SubmoduleBumpProps {
  readonly repository: Repository;
  readonly path: string;
  /** Commit that is linked now. */
  readonly commit: string;
  /** The submodule's own project, where it is on this service. */
  readonly source: string | null;
  readonly onClose: () => void;
}

/** Points a submodule at another commit: one of its project's, or any hash. */
export function SubmoduleBump({ repository, path, commit, source, onClose }: SubmoduleBumpProps) {
  const write = useWrite();
  const [sha, setSha] = useState("");
  const [branch, setBranch] = useState(repository.ref);
  const [message, setMessage] = useState("");
  const commits = useOperation(listCommits, source ? { id: source, per_page: 50 } : null);
  const wrong = sha !== "" && !/^[0-9a-f]{40}$/.test(sha);
  const submission = useSubmit(async () => {
    await write(updateSubmodule, {
      id: repository.project,
      submodule: path,
      branch,
      commit_sha: sha,
      ...(message.trim() ? { commit_message: message.trim() } : {}),
    });
    toast.success(`${path} points at ${sha.slice(0, 8)} on ${branch}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Update ${path}`}
      description={`It points at ${commit.slice(0, 8)} now.`}
      submitLabel="Update"
      submission={submission}
      isReady={sha !== "" && !wrong && sha !== commit && branch.trim() !== ""}
    >
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
          problem={problemText(commits.error)}
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
    </FormDialog>
  );
}
