import { ArrowRight } from "lucide-react";
import { useMemo, useState } from "react";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { createMergeRequest } from "../../../shared/api/resources/merge-request-changes.ts";
import type { MergeRequestDetail } from "../../../shared/api/resources/merge-request-shapes.ts";
import { listProjectMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../api/account-context.ts";
import { toProblem } from "../../api/host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useComparison } from "../../features/comparison/use-comparison.ts";
import { useReferenceSources } from "../../features/references/reference-sources.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DiscardButton } from "../../ui/discard-button.tsx";
import { emojiSource } from "../../ui/emoji/emoji-source.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { BranchField } from "./branch-field.tsx";
import { MergePreview } from "./merge-preview.tsx";
import { useMergeRequestDraft } from "./merge-request-draft.ts";
import { MergeRequestOptions } from "./merge-request-options.tsx";
import styles from "./new-merge-request.module.css";
import { proposedTitle } from "./proposed-title.ts";

interface NewMergeRequestProps {
  readonly project: string;
  /** Branches to begin with. */
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  readonly onClose: () => void;
  readonly onCreated: (made: MergeRequestDetail) => void;
}

/** Creates a merge request. The draft is stored until the service has created it. */
export function NewMergeRequest({ project, onClose, onCreated, ...given }: NewMergeRequestProps) {
  const account = useAccountId();
  const details = useOperation(getProject, { id: project });
  const { draft, change, clear, restore, isBlank } = useMergeRequestDraft(account, project);
  const [chosenTarget, setTarget] = useState<string | null>(given.target ?? null);
  const target = chosenTarget ?? details.data?.default_branch ?? "";
  // A branch given when the form was opened takes precedence over the draft's. An address may also name the branch to
  // merge into, or a tag or a commit, which cannot be merged.
  const [opened, setOpened] = useState(given.source);
  const { error } = useOperation(getBranch, opened === undefined ? null : { id: project, branch: opened });
  const isBranch =
    opened !== undefined && opened !== target && !(error && toProblem(error).code === "not_found");
  const source = isBranch ? opened : draft.source;
  const write = useWrite();
  const sources = useReferenceSources(project);
  const completions = useMemo(() => [...sources, emojiSource], [sources]);
  const isPair = source !== "" && target !== "" && source !== target;
  const comparison = useComparison(account, project, isPair ? target : "", isPair ? source : "", false);
  const title = draft.title || proposedTitle(source, comparison.comparison?.commits);
  const twin = useOperation(
    listProjectMergeRequests,
    isPair
      ? { id: project, state: "opened", source_branch: source, target_branch: target, per_page: 1 }
      : null,
  ).data?.[0];
  const submission = useSubmit(async () => {
    const made = await write(createMergeRequest, {
      id: project,
      source_branch: source,
      target_branch: target,
      title: draft.isDraft && !/^draft:/i.test(title) ? `Draft: ${title}` : title,
      ...(draft.description ? { description: draft.description } : {}),
      // Every version has the field for one person, only newer ones that for several.
      ...(draft.assignees.length > 1 ? { assignee_ids: draft.assignees.map(({ id }) => id) } : {}),
      ...(draft.assignees.length === 1 ? { assignee_id: draft.assignees[0]?.id } : {}),
      ...(draft.reviewers.length > 0 ? { reviewer_ids: draft.reviewers.map(({ id }) => id) } : {}),
      ...(draft.labels.length > 0 ? { labels: draft.labels.join(",") } : {}),
      remove_source_branch: draft.deletesSource,
    });
    if ((made.reviewers?.length ?? 0) < draft.reviewers.length)
      toast.warning(
        `The service saved ${made.reviewers?.length ?? 0} of ${draft.reviewers.length} reviewers`,
      );
    clear();
    onClose();
    onCreated(made);
  });
  const discard = () => {
    clear();
    onClose();
    toast.discarded("merge request draft", () => restore(draft));
  };
  return (
    <FormDialog
      onClose={onClose}
      title="New merge request"
      size="l"
      submitLabel="Create merge request"
      actions={isBlank ? null : <DiscardButton onClick={discard} />}
      submission={submission}
      isReady={isPair && title.trim() !== ""}
    >
      <div className={styles.branches}>
        <BranchField
          label="Source branch"
          project={project}
          value={source}
          autoFocus={source === ""}
          onChange={(branch) => {
            setOpened(undefined);
            change({ source: branch });
          }}
        />
        <Icon of={ArrowRight} className={styles.arrow} />
        <BranchField label="Target branch" project={project} value={target} onChange={setTarget} />
      </div>
      {source === "" ? <p className={layout.small}>Choose the branch to merge.</p> : null}
      {source !== "" && source === target ? (
        <p className={styles.problem} role="alert">
          Choose two different branches.
        </p>
      ) : null}
      {twin ? (
        <p className={styles.problem} role="status">
          An open merge request for these branches exists:{" "}
          <AppLink href={hrefs.mergeRequest(account, project, twin.iid)}>
            !{twin.iid} {twin.title}
          </AppLink>
        </p>
      ) : null}
      <TextField
        label="Title"
        value={title}
        onChange={(text) => change({ title: text })}
        autoFocus={source !== ""}
      />
      <TextArea
        label="Description (Markdown supported)"
        rows={6}
        value={draft.description}
        onChange={(text) => change({ description: text })}
        completions={completions}
      />
      <MergeRequestOptions project={project} draft={draft} onChange={change} />
      <div className={layout.form}>
        <Checkbox label="Mark as draft" checked={draft.isDraft} onChange={(isDraft) => change({ isDraft })} />
        <Checkbox
          label="Delete source branch when merged"
          checked={draft.deletesSource}
          onChange={(deletesSource) => change({ deletesSource })}
        />
      </div>
      {isPair ? <MergePreview {...{ source, target, comparison }} /> : null}
    </FormDialog>
  );
}
