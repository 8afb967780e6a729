import { FolderGit2, GitCompareArrows, Shield, ShieldOff, Trash2 } from "lucide-react";
import { memo } from "react";
import type { Branch } from "../../../shared/api/resources/branches.ts";
import type { CheckedOutBranch } from "../../../shared/api/resources/local-repositories.ts";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { StatusMark } from "../../features/checks/status-mark.tsx";
import { PipelineLink } from "../../features/ci/ci-links.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { MenuItem } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./branches.module.css";
import type { Distance } from "./read-distances.ts";

/** Actions on a branch. */
export interface BranchActions {
  remove(branch: Branch): void;
  protect(branch: Branch): void;
  unprotect(branch: Branch): void;
}

interface BranchRowProps {
  readonly account: string;
  readonly project: string;
  readonly branch: Branch;
  /** Name of the default branch, for comparing. */
  readonly baseName: string | undefined;
  /** Hash of its last commit, undefined while that is read. */
  readonly baseCommit: string | undefined;
  /** Distance from the default branch: undefined while it is read, null where it is not known. */
  readonly distance: Distance | null | undefined;
  /** The newest pipeline of its last commit; null where there is none, undefined while that is not known. */
  readonly pipeline: Pipeline | null | undefined;
  readonly actions: BranchActions;
  /** Checkout of the branch on disk, if any. */
  readonly checkedOut: CheckedOutBranch | undefined;
}

/** Returns who may push to a protected branch and merge into it, as a sentence. */
function whoMay({ developers_can_push: push, developers_can_merge: merge, can_push: own }: Branch): string {
  const others =
    push && merge ? "Developers can push and merge" : push ? "Developers can push" : "Developers can merge";
  const who = push || merge ? others : "Only maintainers can push and merge";
  return `${who}; you ${own ? "can" : "cannot"} push`;
}

/** Names the state of the work tree that a branch is checked out in. */
function stateOf({ clean, obstacle }: CheckedOutBranch): { readonly text: string; readonly title: string } {
  if (obstacle) return { text: "Checked out, read-only", title: `, which ${obstacle}` };
  return clean === false
    ? { text: "Checked out, changed", title: ", with uncommitted changes" }
    : { text: "Checked out", title: "" };
}

/** One branch: name, marks, last commit, distance, and what can be done. Rendered again only where one of these changed. */
export const BranchRow = memo(function BranchRow({
  account,
  project,
  branch,
  baseName,
  baseCommit,
  distance,
  pipeline,
  actions,
  checkedOut,
}: BranchRowProps) {
  const params = { account, project };
  return (
    <div className={cx(layout.row, styles.row)}>
      <div className={layout.rowText}>
        <div className={cx(layout.line, styles.line)}>
          <AppLink
            href={hrefs.project(params.account, params.project, "files", { ref: branch.name })}
            // Badges leave a long name some room; a short one has its copy button next to it.
            className={cx(layout.ellipsis, styles.name, branch.name.length > 8 && styles.long)}
          >
            <bdi>{branch.name}</bdi>
          </AppLink>
          <CopyButton text={branch.name} label={`Copy the name ${branch.name}`} />
          {branch.default ? <Badge tone="accent">Default</Badge> : null}
          {branch.protected ? (
            <Badge icon={Shield} title={whoMay(branch)}>
              {branch.developers_can_push ? "Protected, developers can push" : "Protected"}
            </Badge>
          ) : null}
          {checkedOut ? (
            <Badge icon={FolderGit2} title={`In ${checkedOut.folder}${stateOf(checkedOut).title}`}>
              {stateOf(checkedOut).text}
            </Badge>
          ) : null}
          {branch.merged && !branch.default ? (
            // Git calls a branch without commits of its own merged, too.
            branch.commit.id === baseCommit ? (
              <Badge title={`At the same commit as ${baseName}`}>No commits yet</Badge>
            ) : (
              <Badge tone="added" title={`All of its commits are in ${baseName}`}>
                Merged
              </Badge>
            )
          ) : null}
        </div>
        <div className={styles.meta}>
          <AppLink
            href={hrefs.commit(params.account, params.project, branch.commit.id)}
            className={styles.commit}
          >
            {branch.commit.title}
          </AppLink>
          <span>
            {branch.commit.author_name} ·{" "}
            <RelativeTime time={branch.commit.committed_date ?? branch.commit.created_at ?? ""} />
          </span>
        </div>
      </div>
      {pipeline ? (
        <PipelineLink account={account} project={project} pipeline={pipeline} compact />
      ) : pipeline === null ? (
        <StatusMark project={project} sha={branch.commit.id} refName={branch.name} />
      ) : null}
      {baseName !== undefined && !branch.default ? (
        <>
          <span className={styles.distance} title={`Commits behind and ahead of ${baseName}`}>
            <span>↓ {distance ? distance.behind : distance === null ? "?" : "…"}</span>{" "}
            <span>↑ {distance ? distance.ahead : distance === null ? "?" : "…"}</span>
          </span>
          <AppLink
            href={hrefs.project(params.account, params.project, "compare", {
              from: baseName,
              to: branch.name,
            })}
            className={layout.iconLink}
            aria-label={`Compare ${branch.name} with ${baseName}`}
            title={`Compare with ${baseName}`}
          >
            <Icon of={GitCompareArrows} />
          </AppLink>
        </>
      ) : null}
      <MoreMenu of={branch.name}>
        {branch.protected ? (
          <MenuItem writes icon={ShieldOff} onSelect={() => actions.unprotect(branch)}>
            Unprotect
          </MenuItem>
        ) : (
          <MenuItem writes icon={Shield} onSelect={() => actions.protect(branch)}>
            Protect
          </MenuItem>
        )}
        <MenuItem
          writes
          icon={Trash2}
          danger
          disabled={branch.default || branch.protected}
          onSelect={() => actions.remove(branch)}
        >
          Delete
        </MenuItem>
      </MoreMenu>
    </div>
  );
});
