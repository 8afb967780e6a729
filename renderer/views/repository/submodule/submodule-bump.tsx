import { listCommits } from "../../../../shared/api/resources/commits.ts";
import { updateSubmodule } from "../../../../shared/api/resources/submodules.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { useFormDraft } from "../../../state/form-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { DiscardButton } from "../../../ui/discard-button.tsx";
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

/** Points a submodule at another commit: one of its project's, or any hash. The draft is stored until then. */
export function SubmoduleBump({ repository, path, commit, source, onClose }: SubmoduleBumpProps) {
  const write = useWrite();
  const { account, project, ref } = repository;
  const draft = useFormDraft(`submodule ${JSON.stringify([account, project, ref, path])}`, {
    ...{ sha: "", message: "" },
    branch: ref,
  });
  const { sha, branch, message } = draft.fields;
  const commits = useOperation(listCommits, source ? { id: source, per_page: 50 } : null);
  const wrong = sha !== "" && !/^[0-9a-f]{40}$/.test(sha);
  const submission = useSubmit(async () => {
    await write(updateSubmodule, {
      id: project,
      submodule: path,
      branch,
      commit_sha: sha,
      ...(message.trim() ? { commit_message: message.trim() } : {}),
    });
    draft.clear();
    toast.success(`${path} points at ${sha.slice(0, 8)} on ${branch}`);
    onClose();
  });
  const discard = () => {
    draft.clear();
    onClose();
    toast.discarded("submodule draft", draft.restore);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Update ${path}`}
      description={`It points at ${commit.slice(0, 8)} now.`}
      submitLabel="Update"
      actions={draft.isChanged ? <DiscardButton disabled={submission.isPending} onClick={discard} /> : null}
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
          onChoose={({ id }) => draft.change({ sha: id })}
          loading={commits.isFetching}
          problem={problemText(commits.error)}
        />
      ) : null}
      <TextField
        label="Commit"
        mono
        value={sha}
        onChange={(next) => draft.change({ sha: next })}
        hint="The whole hash, 40 digits"
        error={wrong ? "Not a whole hash" : sha === commit ? "It points there already" : undefined}
      />
      <TextField label="Branch" mono value={branch} onChange={(next) => draft.change({ branch: next })} />
      <TextField
        label="Message"
        value={message}
        placeholder={`Update submodule ${path} with oid ${sha.slice(0, 8)}`}
        onChange={(next) => draft.change({ message: next })}
      />
    </FormDialog>
  );
}
