import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, GitMergeConflict } from "lucide-react";
import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useIsLocal } from "../../../features/local-repositories/use-original.ts";
import { clearMergeDraft } from "../../../features/three-way-merge/merge-draft.ts";
import { ThreeWayMerge } from "../../../features/three-way-merge/three-way-merge.tsx";
import { useDraft } from "../../../state/drafts.ts";
import { useFormDraft } from "../../../state/form-draft.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { commitResolution } from "./commit-resolution.ts";
import styles from "./conflicts.module.css";
import type { ConflictingFile, Conflicts } from "./read-conflicts.ts";

interface ConflictFormProps {
  readonly mergeRequest: MergeRequest;
  readonly conflicts: Conflicts;
  readonly onClose: () => void;
}

/** Title of the dialog that merges a branch into another one. */
export const mergeDialogTitle = (target: string, source: string): string => `Merge ${target} into ${source}`;

/** The conflicting files with their choices; commits the merge to the source branch once all are resolved. */
export function ConflictForm({ mergeRequest, conflicts, onClose }: ConflictFormProps) {
  const { project, draftKey } = useContext(ReviewContext);
  const account = useAccountId();
  const isLocal = useIsLocal(account);
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
    const writes = createWriteFlow(client);
    try {
      await commitResolution({
        writes,
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
      writes.end();
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
      title={mergeDialogTitle(target, source)}
      description={
        isLocal
          ? `Makes a merge commit on ${source}. ${target} does not change.`
          : `Makes two commits on ${source}: the resolved files, and the merge, for which a temporary branch and merge request are made. ${target} does not change.`
      }
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

type Resolutions = Readonly<Record<string, { readonly content: string | null }>>;

/** Returns the resolved files of a merge by path: stored on disk until they are committed. Null content deletes a file. */
function useResolutions(draftKey: string, { sourceSha, targetSha }: Conflicts) {
  const draft = useDraft(`conflicts ${draftKey} ${sourceSha} ${targetSha}`);
  const value = read(draft.text);
  return {
    resolved: value,
    resolve: (path: string, content: string | null) =>
      draft.setText(JSON.stringify({ ...value, [path]: { content } })),
    reopen: (path: string) =>
      draft.setText(
        JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name]) => name !== path))),
      ),
    clear: draft.clear,
  };
}

const read = (text: string): Resolutions => (text === "" ? {} : JSON.parse(text));

interface ConflictFileProps {
  readonly file: ConflictingFile;
  /** Key under which its choices are stored, also once it is resolved. */
  readonly draftKey: string;
  readonly source: string;
  readonly target: string;
  /** Absent while it is not resolved. */
  readonly resolution: { readonly content: string | null } | undefined;
  readonly onResolve: (content: string | null) => void;
  readonly onReopen: () => void;
}

/** One conflicting file: its conflicts to choose from, or how it was resolved. */
function ConflictFile(props: ConflictFileProps) {
  const { file, draftKey, source, target, resolution, onResolve, onReopen } = props;
  return (
    <section className={styles.file} aria-label={`Conflict in ${file.path}`}>
      <div className={flow.cluster}>
        <Icon of={resolution ? CircleCheck : GitMergeConflict} />
        <h3 className={styles.path}>
          <bdi>{file.path}</bdi>
        </h3>
        {resolution ? (
          <>
            <Badge tone="added">{resolution.content === null ? "Resolved: deleted" : "Resolved"}</Badge>
            <Button size="s" onClick={onReopen}>
              Change
            </Button>
          </>
        ) : null}
      </div>
      {resolution ? null : file.regions ? (
        <ThreeWayMerge
          draftKey={draftKey}
          path={file.path}
          branch={target}
          mine={source}
          regions={file.regions}
          onResult={onResolve}
          onTheirs={() => onResolve(file.sides.theirs)}
        />
      ) : (
        <Deleted {...{ file, source, target, onResolve }} />
      )}
    </section>
  );
}

function Deleted({
  file: { sides },
  source,
  target,
  onResolve,
}: Pick<ConflictFileProps, "file" | "source" | "target" | "onResolve">) {
  const [deleted, changed] = sides.mine === null ? [source, target] : [target, source];
  return (
    <>
      <p className={layout.muted}>
        The file was deleted on {deleted} and changed on {changed}.
      </p>
      <div className={flow.wrap}>
        <Button onClick={() => onResolve(sides.mine ?? sides.theirs)}>Keep {changed}'s version</Button>
        <Button onClick={() => onResolve(null)}>Delete file</Button>
      </div>
    </>
  );
}
