import {
  CircleDot,
  CloudDownload,
  FileCheck,
  FileDiff,
  FileDown,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  HardDriveDownload,
  Lock,
  PencilRuler,
  Trash2,
  UserCheck,
} from "lucide-react";
import { lazy, type ReactNode, Suspense, useContext, useMemo, useState } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { deleteMergeRequest, updateMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { isChangeRequested, type ReviewerState, reviewsText } from "../../../shared/review/review-states.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem, failureOf } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useReviewStates } from "../../features/merge-requests/use-review-states.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Badge, type BadgeTone } from "../../ui/marks/badge.tsx";
import type { IconType } from "../../ui/marks/icon.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { ReviewContext } from "./merge-request/review-context.ts";
import { OnTab } from "./merge-request/shown-tab.tsx";
import { draftTitle, readyTitle } from "./merge-request/use-merge-request.ts";
import { useOfflinePack } from "./offline-pack.ts";
import styles from "./review.module.css";

const stateBadges: Readonly<
  Record<string, { readonly icon: IconType; readonly tone: BadgeTone; readonly label: string }>
> = {
  opened: { icon: GitPullRequest, tone: "added", label: "Open" },
  merged: { icon: GitMerge, tone: "accent", label: "Merged" },
  closed: { icon: GitPullRequestClosed, tone: "danger", label: "Closed" },
  locked: { icon: Lock, tone: "neutral", label: "Locked" },
};

interface MergeRequestHeadProps {
  readonly extended: boolean;
  readonly tabs: ReactNode;
  /** Tools of the tab that is shown, but for those of the Overview. */
  readonly tools: ReactNode;
}

/** The head of a merge request: its title and its tabs, and in the Overview its state and what can be done with it. */
export function MergeRequestHead({ extended, tabs, tools }: MergeRequestHeadProps) {
  const { project, iid, mergeRequest } = useContext(ReviewContext);
  const stateBadge = stateBadges[mergeRequest?.state ?? ""];
  return (
    <PageHeader
      title={
        <span title={mergeRequest?.title}>
          <span className={layout.muted}>!{iid}</span> {mergeRequest?.title}
        </span>
      }
      state={
        mergeRequest ? (
          <OnTab name="overview">
            <Badge tone={stateBadge?.tone ?? "neutral"} icon={stateBadge?.icon}>
              {stateBadge?.label ?? capitalize(mergeRequest.state)}
            </Badge>
            {mergeRequest.work_in_progress || mergeRequest.draft ? <Badge>Draft</Badge> : null}
            {mergeRequest.has_conflicts || mergeRequest.merge_status === "cannot_be_merged" ? (
              <Badge tone="warning">Conflicts</Badge>
            ) : null}
            <ReviewsBadge project={project} mergeRequest={mergeRequest} />
          </OnTab>
        ) : null
      }
      tabs={tabs}
      tools={tools}
      actions={
        mergeRequest ? (
          <OnTab name="overview">
            <MergeRequestActions mergeRequest={mergeRequest} extended={extended} />
          </OnTab>
        ) : null
      }
    />
  );
}

interface ReviewsBadgeProps {
  readonly project: string;
  readonly mergeRequest: MergeRequest;
}

/** Number of reviewers of an open merge request who are done; it has its place before that is known. */
function ReviewsBadge({ project, mergeRequest }: ReviewsBadgeProps) {
  const { reviewers = [], state, detailed_merge_status: status } = mergeRequest;
  const reviews = useReviewStates(project, mergeRequest);
  if (reviewers.length === 0 || state !== "opened") return null;
  const ids = new Set(reviewers.map(({ id }) => id));
  const states = (reviews?.states ?? []).filter(({ user }) => ids.has(user));
  const shown = reviews ? states : likelyStates(reviewers.length, status);
  const text = reviewsText(shown);
  return (
    <span className={styles.mark} aria-hidden={reviews ? undefined : true}>
      <Badge
        icon={UserCheck}
        folds
        tone={isChangeRequested(states) ? "danger" : "neutral"}
        title={
          reviews?.isComputed ? `${text}, by comments and approvals: the service records no states` : text
        }
      >
        {isChangeRequested(shown) ? "Changes requested" : text}
      </Badge>
    </span>
  );
}

/** Returns states of reviews whose text is as long as the right one will be. */
const likelyStates = (count: number, status: string | undefined): ReviewerState[] =>
  Array.from({ length: count }, (_, user) => ({
    user,
    state: user === 0 && status === "requested_changes" ? status : "reviewed",
  }));

const EvidenceDialog = lazy(async () => ({
  default: (await import("../../features/evidence/evidence-dialog.tsx")).EvidenceDialog,
}));

interface MergeRequestActionsProps {
  readonly mergeRequest: MergeRequest;
  readonly extended: boolean;
}

/** Actions on a merge request as a whole. */
function MergeRequestActions({ mergeRequest, extended }: MergeRequestActionsProps) {
  const { project, iid, startExport } = useContext(ReviewContext);
  const account = useAccountId();
  const go = useGo();
  const write = { update: useWrite(updateMergeRequest), remove: useWrite(deleteMergeRequest) };
  const [isExporting, setExporting] = useState(false);
  const evidenceTargets = useMemo(
    () => [{ project, iid, title: mergeRequest.title }],
    [project, iid, mergeRequest.title],
  );
  const target = { id: project, merge_request_iid: iid };
  const isDraft = mergeRequest.work_in_progress || mergeRequest.draft === true;
  const change = async (what: string, input: { title?: string; state_event?: "close" | "reopen" }) => {
    try {
      await write.update({ ...target, ...input });
      toast.success(what);
    } catch (error) {
      toast.problem("The merge request was not changed", describeProblem(error));
    }
  };
  const remove = async () => {
    const isDone = await confirm({
      title: `Delete !${iid}?`,
      description: `"${mergeRequest.title}" and its discussion are deleted. The branches are kept.`,
      confirmLabel: "Delete",
      danger: true,
      failureTitle: "The merge request was not deleted",
      attempt: () => failureOf(write.remove(target)),
    });
    if (isDone) go(hrefs.project(account, project, "merge_requests"));
  };
  return (
    <>
      {isExporting ? (
        <Suspense>
          <EvidenceDialog
            targets={evidenceTargets}
            name={`evidence-${nameOf(project)}-${iid}`}
            of={`Merge request !${iid}: ${mergeRequest.title}`}
            facts={{ project, merge_request: iid }}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      ) : null}
      <OfflineButton changedAt={mergeRequest.updated_at ?? null} />
      <Button
        icon={FileDiff}
        variant={mergeRequest.state === "opened" ? "primary" : "default"}
        onClick={() => go(hrefs.mergeRequest(account, project, iid, { tab: "changes" }))}
      >
        Review
      </Button>
      <MoreMenu>
        <MenuItem icon={FileDown} onSelect={startExport}>
          Export…
        </MenuItem>
        <MenuItem icon={FileCheck} onSelect={() => setExporting(true)}>
          Export evidence…
        </MenuItem>
        {extended ? (
          <>
            <MenuSeparator />
            {mergeRequest.state === "opened" ? (
              <>
                <MenuItem
                  writes
                  icon={PencilRuler}
                  onSelect={() =>
                    void change(isDraft ? "Marked as ready" : "Marked as a draft", {
                      title: isDraft ? readyTitle(mergeRequest.title) : draftTitle(mergeRequest.title),
                    })
                  }
                >
                  {isDraft ? "Mark as ready" : "Mark as draft"}
                </MenuItem>
                <MenuItem
                  writes
                  icon={GitPullRequestClosed}
                  onSelect={() => void change("Closed", { state_event: "close" })}
                >
                  Close
                </MenuItem>
              </>
            ) : mergeRequest.state === "closed" ? (
              <MenuItem
                writes
                icon={CircleDot}
                onSelect={() => void change("Reopened", { state_event: "reopen" })}
              >
                Reopen
              </MenuItem>
            ) : null}
            <MenuSeparator />
            <MenuItem writes icon={Trash2} danger onSelect={() => void remove()}>
              Delete…
            </MenuItem>
          </>
        ) : null}
      </MoreMenu>
    </>
  );
}

/** Makes the review available offline, and shows the size and age of its offline copy. */
function OfflineButton({ changedAt }: { readonly changedAt: string | null }) {
  const { progress, copy, take, release } = useOfflinePack();
  if (progress !== null) {
    return (
      <Button icon={CloudDownload} loading>
        {progress}
      </Button>
    );
  }
  if (!copy) return <IconButton label="Make available offline" icon={CloudDownload} onClick={take} />;
  const old = changedAt !== null && changedAt > copy.pinned_at;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={old ? "Available offline (outdated)" : "Available offline"}
          icon={HardDriveDownload}
        />
      }
    >
      <MenuLabel>
        {formatBytes(copy.bytes)}, saved <RelativeTime time={copy.pinned_at} />
      </MenuLabel>
      <MenuItem icon={CloudDownload} onSelect={take}>
        {old ? "Update offline copy (outdated)" : "Update offline copy"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} onSelect={release}>
        Remove offline copy
      </MenuItem>
    </Menu>
  );
}
