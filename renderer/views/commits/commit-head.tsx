import { FolderTree, GitCommitHorizontal, GitMerge, GitPullRequest } from "lucide-react";
import type { ReactNode } from "react";
import { z } from "zod";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { isNumber } from "../../features/addresses/parse-address.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { LineCounts } from "../../ui/diff/line-counts.tsx";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { CommitActions, type PickKind } from "./cherry-pick/commit-actions.tsx";
import { CommitPipelines } from "./commit-pipelines.tsx";
import { CommitRefs } from "./commit-refs.tsx";
import { CommitStatuses } from "./commit-statuses.tsx";
import styles from "./commits.module.css";

interface CommitHeadProps {
  readonly commit: Commit;
  readonly project: string;
  readonly onPicking: (kind: PickKind) => void;
  readonly onExport: () => void;
  /** Below the details. */
  readonly children: ReactNode;
}

/** Merge request whose commit this is, where the address is one of its changes. */
const commitSearch = z.object({ merge_request: z.string().optional() });

/** The head of a commit: message, author and committer, parents, statistics, pipelines and refs. */
export function CommitHead({ commit, project, onPicking, onExport, children }: CommitHeadProps) {
  const account = useAccountId();
  const params = { account, project };
  const [{ merge_request: mergeRequest }] = useAddressSearch(commitSearch);
  const body = commit.message.slice(commit.title.length).trim();
  return (
    <>
      <PageHeader
        title={commit.title || "(no message)"}
        icon={commit.parent_ids.length > 1 ? GitMerge : GitCommitHorizontal}
        meta={
          <>
            <Avatar name={commit.author_name} size={18} /> {commit.author_name}{" "}
            <span>&lt;{commit.author_email}&gt;</span>{" "}
            <span>
              authored <RelativeTime time={commit.authored_date ?? commit.created_at ?? ""} />
            </span>
            {commit.committer_name && commit.committer_name !== commit.author_name ? (
              <span>
                · committed by{" "}
                <span {...(commit.committer_email ? { title: commit.committer_email } : {})}>
                  {commit.committer_name}
                </span>{" "}
                <RelativeTime time={commit.committed_date ?? ""} />
              </span>
            ) : null}
          </>
        }
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
      {body ? <pre className={styles.message}>{body}</pre> : null}
      <dl className={layout.fields}>
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
