import { ArrowRight, ChevronsUpDown, GitBranch } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { createMergeRequestBlock } from "../../../shared/api/resources/merge-request-blocks.ts";
import type { MergeRequestDetail } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  createMergeRequest,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import type { Optional } from "../../../shared/optional.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useDiffAttributes } from "../../features/attributes/use-file-attributes.ts";
import { MarkdownField } from "../../features/comments/markdown-field.tsx";
import { type ComparisonState, useComparison } from "../../features/comparison/use-comparison.ts";
import { useReferenceSources } from "../../features/markdown/reference-sources.ts";
import { useDiffLook } from "../../features/preferences/save-preferences.ts";
import { useBranchSearch } from "../../features/ref-picker/use-branch-search.ts";
import { TemplateMenu, useDescriptionTemplates } from "../../features/work-page/description-templates.tsx";
import { addText } from "../../state/drafts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { DiscardButton } from "../../ui/buttons/discard-button.tsx";
import { DiffView } from "../../ui/diff/diff-view.tsx";
import { emojiSource } from "../../ui/emoji/emoji-source.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import { MergeRequestOptions, useMergeRequestDraft } from "./merge-request-options.tsx";
import styles from "./new-merge-request.module.css";

interface NewMergeRequestProps
  extends Optional<{
    /** Branches to begin with. */
    source: string;
    target: string;
  }> {
  readonly project: string;
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
  const write = useWrite(createMergeRequest);
  const block = useWrite(createMergeRequestBlock);
  const sources = useReferenceSources(project);
  const completions = useMemo(() => [...sources, emojiSource], [sources]);
  const isPair = source !== "" && target !== "" && source !== target;
  const comparison = useComparison(account, project, isPair ? target : "", isPair ? source : "", false);
  const title = draft.title || proposedTitle(source, comparison.comparison?.commits);
  const templates = useDescriptionTemplates(
    "merge_request",
    project,
    details.data?.default_branch ?? undefined,
  );
  // The project's default template is proposed, and is no draft before something was typed.
  const [isCleared, setCleared] = useState(false);
  const description = draft.description || (isCleared ? "" : (templates?.proposed ?? ""));
  const twin = useOperation(
    listProjectMergeRequests,
    isPair
      ? { id: project, state: "opened", source_branch: source, target_branch: target, per_page: 1 }
      : null,
  ).data?.[0];
  const submission = useSubmit(async () => {
    const made = await write({
      id: project,
      source_branch: source,
      target_branch: target,
      title: draft.isDraft && !/^draft:/i.test(title) ? `Draft: ${title}` : title,
      description: description || undefined,
      // Every version has the field for one person, only newer ones that for several.
      assignee_ids: draft.assignees.length > 1 ? draft.assignees.map(({ id }) => id) : undefined,
      assignee_id: draft.assignees.length === 1 ? draft.assignees[0]?.id : undefined,
      reviewer_ids: draft.reviewers.length > 0 ? draft.reviewers.map(({ id }) => id) : undefined,
      labels: draft.labels.join(",") || undefined,
      milestone_id: draft.milestone?.id,
      remove_source_branch: draft.deletesSource,
    });
    if ((made.reviewers?.length ?? 0) < draft.reviewers.length)
      toast.warning(
        `The service saved ${made.reviewers?.length ?? 0} of ${draft.reviewers.length} reviewers`,
      );
    await addBlocks(made.iid, draft.blockedBy);
    clear();
    onClose();
    onCreated(made);
  });
  const addBlocks = async (iid: number, others: typeof draft.blockedBy) => {
    for (const { id: blocking, iid: number } of others) {
      const input = { id: project, merge_request_iid: iid, blocking_merge_request_id: blocking };
      await block(input).catch((error: unknown) =>
        toast.problem(`!${iid} does not wait for !${number}`, describeProblem(error)),
      );
    }
  };
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
      <MarkdownField
        label="Description (Markdown supported)"
        rows={6}
        value={description}
        onChange={(text) => {
          setCleared(text === "");
          change({ description: text });
        }}
        completions={completions}
        tools={
          <TemplateMenu
            kind="merge_request"
            project={project}
            branch={details.data?.default_branch ?? undefined}
            names={templates?.names ?? []}
            onChoose={(text) => change({ description: addText(description, text, templates?.proposed) })}
          />
        }
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
      {isPair ? (
        <MergePreview project={project} source={source} target={target} comparison={comparison} />
      ) : null}
    </FormDialog>
  );
}

/**
 * Returns a title for a merge request: that of its only commit, else the branch's name as words. Empty while the commits
 * are unknown.
 */
export function proposedTitle(
  branch: string,
  commits: readonly { readonly title: string }[] | undefined,
): string {
  if (!commits || branch === "") return "";
  if (commits.length === 1) return commits[0]?.title ?? "";
  const words = branch
    .slice(branch.lastIndexOf("/") + 1)
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return capitalize(words);
}

interface BranchFieldProps {
  readonly label: string;
  readonly project: string;
  readonly value: string;
  readonly autoFocus?: boolean;
  readonly onChange: (branch: string) => void;
}

/** A labelled button that chooses a branch. */
function BranchField({ label, project, value, autoFocus = false, onChange }: BranchFieldProps) {
  const { names, ...search } = useBranchSearch(project);
  const id = useId();
  return (
    <div className={styles.branch}>
      <label htmlFor={id} className={layout.strong}>
        {label}
      </label>
      <Combobox
        label={label}
        placeholder="Find a branch…"
        trigger={
          <Button
            id={id}
            autoFocus={autoFocus}
            icon={GitBranch}
            className={styles.pick}
            aria-label={`${label}: ${value || "none"}`}
          >
            <bdi className={cx(flow.growText, layout.ellipsis, styles.name)}>
              {value || "Select a branch…"}
            </bdi>
            <Icon of={ChevronsUpDown} size={14} />
          </Button>
        }
        items={names.map((name) => ({ id: name, label: name, selected: name === value }))}
        onChoose={(branch) => onChange(branch.id)}
        {...search}
      />
    </div>
  );
}

interface MergePreviewProps {
  readonly project: string;
  readonly source: string;
  readonly target: string;
  readonly comparison: ComparisonState;
}

/** Commits that are listed. */
const maxCommits = 100;

/** Commits that a merge request would merge, and their changes. */
function MergePreview({ project, source, target, comparison: state }: MergePreviewProps) {
  const [shown, setShown] = useState<"commits" | "changes">("commits");
  const look = useDiffLook();
  const { comparison, files } = state;
  const attributes = useDiffAttributes(project, shown === "changes" ? state.head : undefined);
  if (state.error) {
    return <ErrorState compact {...describeProblem(state.error)} onRetry={state.refetch} />;
  }
  if (!comparison) return <Skeleton lines={3} height={20} label="Loading the commits" />;
  const commits = comparison.commits.toReversed();
  if (commits.length === 0) {
    return (
      <p className={layout.muted} role="status">
        There is nothing to merge: {target} has all commits of {source}.
      </p>
    );
  }
  return (
    <section className={styles.preview} aria-label="Preview">
      <SegmentedControl
        label="Preview"
        value={shown}
        onChange={setShown}
        options={[
          { value: "commits", label: count(commits.length, "commit", comparison.compare_timeout) },
          { value: "changes", label: count(files.length, "changed file", comparison.compare_timeout) },
        ]}
      />
      {shown === "commits" ? (
        <ul className={styles.commits} aria-label="Commits">
          {commits.slice(0, maxCommits).map((commit) => (
            <li key={commit.id}>
              <code>{commit.short_id}</code>
              <span className={layout.title}>{commit.title || "(no message)"}</span>
              <span className={layout.small}>
                {commit.author_name} ·{" "}
                <RelativeTime time={commit.committed_date ?? commit.created_at ?? ""} />
              </span>
            </li>
          ))}
          {commits.length > maxCommits ? (
            <li className={layout.muted}>{(commits.length - maxCommits).toLocaleString()} more commits</li>
          ) : null}
        </ul>
      ) : (
        <div className={styles.changes}>
          <DiffView
            label={`Changes from ${target} to ${source}`}
            files={files}
            attributes={attributes}
            isStreaming={state.isStreaming}
            engine={diffEngine}
            {...look}
          />
        </div>
      )}
    </section>
  );
}

const count = (number: number, noun: string, isMore: boolean): string =>
  `${number.toLocaleString()}${isMore ? "+" : ""} ${noun}${number === 1 ? "" : "s"}`;
