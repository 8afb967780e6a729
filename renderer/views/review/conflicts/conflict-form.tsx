import { useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import {
  acceptMergeRequest,
  resolveMergeConflicts,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { invalidateResources } from "../../../api/query-client.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { clearMergeDraft } from "../../../features/three-way-merge/merge-draft.ts";
import { useFormDraft } from "../../../state/form-draft.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import layout from "../../../ui/layout.module.css";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { commitResolution } from "./commit-resolution.ts";
import { ConflictFile } from "./conflict-file.tsx";
import type { Conflicts } from "./read-conflicts.ts";
import { useResolutions } from "./use-resolutions.ts";

interface ConflictFormProps {
  readonly mergeRequest: MergeRequest;
  readonly conflicts: Conflicts;
  readonly onClose: () => void;
}

/** Title of the dialog that merges a branch into another one. */
export const titleOf = (target: string, source: string): string => `Merge ${target} into ${source}`;

/** The conflicting files with their choices; commits the merge to the source branch once all are resolved. */
export function ConflictForm({ mergeRequest, conflicts, onClose }: ConflictFormProps) {
  const { project, draftKey } = useContext(ReviewContext);
  const account = useAccountId();
  const client = useQueryClient();
  const { source_branch: source, target_branch: target } = mergeRequest;
  const { resolved, resolve, reopen, clear } = useResolutions(draftKey, conflicts);
  const draft = useFormDraft(`conflict-message ${draftKey}`, {
    message: `Merge branch '${target}' into '${source}'`,
  });
  const { message } = draft.fields;
  const { files, merged } = conflicts;
  const mergeKey = (path: string) => `${draftKey} ${path}`;
  const done = files.filter(({ path }) => resolved[path]).length;
  const submission = useSubmit(async () => {
    try {
      await commitResolution({
        account,
        project,
        mergeRequest,
        conflicts,
        message,
        files: [
          ...merged,
          ...files.map(({ path, mine, theirs, sides, written }) => ({
            ...{ path, mine, theirs, sides, written },
            content: resolved[path]?.content ?? null,
          })),
        ],
      });
    } finally {
      void invalidateResources(client, account, [
        ...resolveMergeConflicts.changes,
        ...acceptMergeRequest.changes,
      ]);
    }
    clear();
    for (const { path } of files) clearMergeDraft(mergeKey(path));
    draft.clear();
    toast.success(`Merged ${target} into ${source}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={titleOf(target, source)}
      description={`Commits to ${source}. ${target} does not change.`}
      size="xl"
      submitLabel={`Commit to ${source}`}
      submission={submission}
      isReady={done === files.length && message.trim() !== ""}
      failureTitle="The merge was not committed"
    >
      <p role="status">
        {files.length === 0
          ? "No conflicts: both branches changed different lines."
          : `${done} of ${files.length} ${files.length === 1 ? "file" : "files"} resolved`}
      </p>
      {files.map((file) => (
        <ConflictFile
          key={file.path}
          {...{ file, source, target }}
          draftKey={mergeKey(file.path)}
          resolution={resolved[file.path]}
          onResolve={(content) => resolve(file.path, content)}
          onReopen={() => reopen(file.path)}
        />
      ))}
      {merged.length > 0 ? (
        <p className={layout.muted}>
          {merged.length} more {merged.length === 1 ? "file" : "files"} changed on both branches, in different
          lines. {merged.length === 1 ? "It is" : "They are"} merged without conflicts.
        </p>
      ) : null}
      <TextField
        label="Commit message"
        value={message}
        onChange={(next) => draft.change({ message: next })}
      />
    </FormDialog>
  );
}
