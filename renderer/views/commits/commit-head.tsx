import { useQueries } from "@tanstack/react-query";
import { FolderTree, GitBranch, GitCommitHorizontal, GitMerge, GitPullRequest, Tag } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import {
  type CommitStatus,
  listCommitRefs,
  listCommitStatuses,
} from "../../../shared/api/resources/commits.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { operationQuery, useOperationPages } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { isNumber } from "../../features/addresses/match-path.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { CheckBadges } from "../../features/checks/status-mark.tsx";
import { PipelineLink } from "../../features/ci/ci-links.tsx";
import { useLivePipelines } from "../../features/ci/use-live-pipelines.ts";
import { useRouteStatus } from "../../features/ci/use-route-status.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { LineCounts } from "../../ui/diff/line-counts.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { LongTitle } from "../../ui/marks/long-title.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { CommitActions, type PickKind } from "./commit-actions.tsx";
import styles from "./commits.module.css";

interface CommitHeadProps {
  readonly commit: Commit;
  readonly project: string;
  readonly onPicking: (kind: PickKind) => void;
  readonly onExport: () => void;
  /** Tools of its changes. */
  readonly tools: ReactNode;
}

/** Merge request whose commit this is, where the address is one of its changes. */
const commitSearch = { merge_request: anyText };

/** The head of a commit: its title, its author and what can be done with it. */
export function CommitHead({ commit, project, onPicking, onExport, tools }: CommitHeadProps) {
  const account = useAccountId();
  const params = { account, project };
  const [{ merge_request: mergeRequest }] = useAddressSearch(commitSearch);
  return (
    <PageHeader
      title={<LongTitle text={commit.title || "(no message)"} />}
      icon={commit.parent_ids.length > 1 ? GitMerge : GitCommitHorizontal}
      meta={
        <>
          <Avatar name={commit.author_name} size={18} />
          <span>{commit.author_name}</span>
          <RelativeTime time={commit.authored_date ?? commit.created_at ?? ""} />
        </>
      }
      tools={tools}
      actions={
        <>
          {mergeRequest && isNumber(mergeRequest) ? (
            <Button asChild>
              <AppLink href={hrefs.mergeRequest(account, project, mergeRequest, { tab: "changes" })}>
                <Icon of={GitPullRequest} /> All changes of !{mergeRequest}
              </AppLink>
            </Button>
          ) : null}
          <Button asChild>
            <AppLink href={hrefs.project(params.account, params.project, "files", { ref: commit.id })}>
              <Icon of={FolderTree} /> Browse files
            </AppLink>
          </Button>
          <CommitActions onAsk={onPicking} onExport={onExport} />
        </>
      }
    />
  );
}

interface CommitDetailsProps {
  readonly commit: Commit;
  readonly project: string;
  /** Below the details. */
  readonly children: ReactNode;
}

/** The details of a commit: message, author and committer, parents, statistics, pipelines and refs. */
export function CommitDetails({ commit, project, children }: CommitDetailsProps) {
  const account = useAccountId();
  const params = { account, project };
  const body = commit.message.slice(commit.title.length).trim();
  return (
    <>
      {body ? <pre className={styles.message}>{body}</pre> : null}
      <dl className={cx(layout.fields, styles.details)}>
        <div>
          <dt>Author</dt>
          <dd>
            <span>
              {commit.author_name} <span className={layout.muted}>&lt;{commit.author_email}&gt;</span>
            </span>
            <span className={layout.muted}>
              authored <RelativeTime time={commit.authored_date ?? commit.created_at ?? ""} />
            </span>
          </dd>
        </div>
        {commit.committer_name && commit.committer_name !== commit.author_name ? (
          <div>
            <dt>Committer</dt>
            <dd>
              <span title={commit.committer_email || undefined}>{commit.committer_name}</span>
              <span className={layout.muted}>
                committed <RelativeTime time={commit.committed_date ?? ""} />
              </span>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Commit</dt>
          <dd>
            <code>{commit.id}</code>
            <CopyButton text={commit.id} label="Copy the commit's hash" />
          </dd>
        </div>
        <div>
          <dt>{commit.parent_ids.length === 1 ? "Parent" : "Parents"}</dt>
          <dd>
            {commit.parent_ids.length === 0 ? "None (first commit)" : null}
            {commit.parent_ids.map((parent) => (
              <AppLink key={parent} href={hrefs.commit(params.account, params.project, parent)}>
                <code>{parent.slice(0, 8)}</code>
              </AppLink>
            ))}
          </dd>
        </div>
        {commit.stats && commit.stats.total > 0 ? (
          <div>
            <dt>Lines</dt>
            <dd>
              <LineCounts added={commit.stats.additions} removed={commit.stats.deletions} />
            </dd>
          </div>
        ) : null}
        <CommitPipelines account={account} project={project} sha={commit.id} last={commit.last_pipeline} />
        <CommitStatuses key={commit.id} project={project} commit={commit} />
        <CommitRefs project={project} sha={commit.id} />
      </dl>
      {children}
    </>
  );
}

interface CommitPipelinesProps {
  readonly account: string;
  readonly project: string;
  readonly sha: string;
  /** The newest as the commit itself names it, for services that list no pipelines. */
  readonly last: Commit["last_pipeline"];
}

/** Pipelines beyond these are left to the list of pipelines. */
const maxPipelines = 5;

/** The pipelines that ran for a commit, newest first; nothing where none did. */
function CommitPipelines({ account, project, sha, last }: CommitPipelinesProps) {
  const { data } = useLivePipelines({ id: project, sha, per_page: maxPipelines });
  const pipelines = data ?? (last ? [last] : []);
  useRouteStatus(pipelines[0]?.status);
  if (pipelines.length === 0) return null;
  return (
    <div>
      <dt>CI</dt>
      <dd>
        {pipelines.map((pipeline) => (
          <PipelineLink key={pipeline.id} account={account} project={project} pipeline={pipeline} />
        ))}
      </dd>
    </div>
  );
}

/** Refs of a commit whose checks are read, of each kind: a commit of the default branch is in all later ones. */
const maxRefs = 3;

interface CommitStatusesProps {
  readonly project: string;
  readonly commit: Commit;
}

/** The checks of a commit, on whichever of its branches and tags they ran; null where none did. */
function CommitStatuses({ project, commit }: CommitStatusesProps) {
  const [all, setAll] = useState(false);
  const statuses = useStatuses(project, commit, all);
  if (statuses.length === 0 && !all) return null;
  return (
    <div>
      <dt>Checks</dt>
      <dd>
        <CheckBadges statuses={statuses} />
        <Checkbox label="Earlier results" checked={all} onChange={setAll} />
      </dd>
    </div>
  );
}

/** A service lists the statuses of one ref, the default branch where none is named; some list those of all refs then. */
function useStatuses(project: string, commit: Commit, all: boolean): readonly CommitStatus[] {
  const account = useAccountId();
  const refs = { id: project, sha: commit.id, per_page: refsPerPage };
  const branches = useOperationPages(listCommitRefs, { ...refs, type: "branch" }).items;
  const tags = useOperationPages(listCommitRefs, { ...refs, type: "tag" }).items;
  const names = new Set([
    undefined,
    ...(commit.last_pipeline?.ref ? [commit.last_pipeline.ref] : []),
    ...[...branches.slice(0, maxRefs), ...tags.slice(0, maxRefs)].map(({ name }) => name),
  ]);
  return useQueries({
    queries: [...names].map((ref) =>
      operationQuery(
        account,
        listCommitStatuses,
        {
          id: project,
          sha: commit.id,
          per_page: 100,
          ref,
          all: all || undefined,
        },
        "all",
      ),
    ),
    combine: (results) => {
      const known = new Map<unknown, CommitStatus>();
      for (const status of results.flatMap(({ data }) => data?.data ?? []))
        known.set(status.id ?? `${status.ref} ${status.name}`, status);
      return [...known.values()];
    },
  });
}

/** Refs that are shown at first. */
const initialRefs = 3;
/** Refs that are requested at once. */
const refsPerPage = 20;

const kinds = [
  { type: "branch", one: "branch", many: "branches", icon: GitBranch },
  { type: "tag", one: "tag", many: "tags", icon: Tag },
] as const;

interface CommitRefsProps {
  readonly project: string;
  readonly sha: string;
}

/** The branches and the tags that contain a commit, as two entries of a description list. */
const CommitRefs = (props: CommitRefsProps) =>
  kinds.map((kind) => <RefsOfKind key={kind.type} {...props} {...kind} />);

function RefsOfKind({ project, sha, type, one, many, icon }: CommitRefsProps & (typeof kinds)[number]) {
  const account = useAccountId();
  const refs = useOperationPages(listCommitRefs, { id: project, sha, type, per_page: refsPerPage });
  const [unfolded, setUnfolded] = useState(false);
  const loaded = refs.items.length;
  const shown = unfolded ? refs.items : refs.items.slice(0, initialRefs);
  const hidden = (refs.total ?? loaded) - shown.length;
  const isMore = loaded > shown.length || refs.hasNextPage;
  const more = hidden > 0 ? `${hidden.toLocaleString()} more` : "Show more";
  const showMore = () => {
    setUnfolded(true);
    if (unfolded) void refs.fetchNextPage();
  };
  if (loaded === 0 && !refs.error) return null;
  return (
    <div>
      <dt>
        In {refs.total === undefined ? "" : `${refs.total.toLocaleString()} `}
        {refs.total === 1 ? one : many}
      </dt>
      <dd className={styles.refs}>
        {shown.map(({ name }) => (
          <AppLink
            key={name}
            href={hrefs.project(account, project, "files", { ref: type === "tag" ? tagRef(name) : name })}
            className={styles.refLink}
          >
            <Badge icon={icon}>{name}</Badge>
          </AppLink>
        ))}
        {refs.error ? <span role="alert">{describeProblem(refs.error).message}</span> : null}
        {isMore ? (
          <Button
            size="s"
            variant="ghost"
            loading={refs.isFetchingNextPage}
            onClick={showMore}
            aria-label={`${more}: In ${many}`}
          >
            {more}
          </Button>
        ) : null}
      </dd>
    </div>
  );
}
