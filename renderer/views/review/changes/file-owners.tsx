import { Check, CircleDashed, User } from "lucide-react";
import { useContext, useMemo } from "react";
import {
  getApprovalState,
  getMergeRequestApprovals,
} from "../../../../shared/api/resources/merge-request-approvals.ts";
import { pathOf } from "../../../../shared/diff/diff-file.ts";
import { isOwnedBy, ownersOfFile, ownerText } from "../../../../shared/review/code-owners.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useCodeOwners } from "../../../features/code-owners/use-code-owners.ts";
import type { OwnersOfPath } from "../../../features/diff-panes/changed-files.tsx";
import type { DrawPart } from "../../../ui/diff/diff-file-block.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import styles from "./changes.module.css";

/** Owners of a changed file. */
interface FileOwners {
  /** Each as people read it, such as `@ada`. */
  readonly owners: readonly string[];
  /** Names of the owners who approved the merge request; null on a service without approvals. */
  readonly approvedBy: readonly string[] | null;
}

interface OwnersOfFiles {
  /** Owners of a file for the list of files. */
  readonly owners: OwnersOfPath | undefined;
  /** Draws the owners of a file in its header. */
  readonly fileMarks: DrawPart;
}

/** Returns the owners of the changed files, which are found for those that are drawn. */
export function useFileOwners(enabled: boolean): OwnersOfFiles {
  const ownersOf = useOwnersOfPath(enabled);
  return useMemo(
    () => ({
      owners:
        ownersOf &&
        ((path) => {
          const found = ownersOf(path);
          return found && { text: describeOwners(found), isApproved: hasApproval(found) };
        }),
      fileMarks: (file) => <OwnersMark owners={ownersOf?.(pathOf(file)) ?? null} />,
    }),
    [ownersOf],
  );
}

/**
 * Returns the function that finds the owners of a changed file by the `CODEOWNERS` of the target branch, null for a file
 * without any; undefined until it is read, or where there is none. Paths are matched when they are asked for, once each.
 */
function useOwnersOfPath(enabled: boolean): ((path: string) => FileOwners | null) | undefined {
  const { project, iid, mergeRequest } = useContext(ReviewContext);
  const codeOwners = useCodeOwners(project, (enabled && mergeRequest?.target_branch) || null);
  const target = codeOwners && codeOwners.length > 0 ? { id: project, merge_request_iid: iid } : null;
  const approvals = useOperation(getMergeRequestApprovals, target);
  // The service alone knows the members of groups and roles.
  const state = useOperation(getApprovalState, target);
  const isPending = approvals.isPending || state.isPending;
  const approvers = approvals.data?.approved_by;
  const rules = state.data?.rules;
  return useMemo(() => {
    if (!codeOwners || codeOwners.length === 0 || isPending) return undefined;
    const known = new Map<string, FileOwners | null>();
    const find = (path: string): FileOwners | null => {
      const found = ownersOfFile(codeOwners, path);
      if (found.length === 0) return null;
      const owners = found.flatMap((entry) => entry.owners);
      const own = (approvers ?? []).filter(({ user }) =>
        owners.some((owner) => isOwnedBy(owner, user.username)),
      );
      const ofRules = (rules ?? [])
        .filter(
          ({ rule_type, section, name }) =>
            rule_type === "code_owner" &&
            found.some((entry) => entry.pattern === name && entry.section === sectionOf(section)),
        )
        .flatMap((rule) => rule.approved_by);
      const names = [...own.map(({ user }) => user), ...ofRules].map(({ name }) => name);
      const approvedBy = approvers || rules ? [...new Set(names)] : null;
      return { owners: [...new Set(owners.map(ownerText))], approvedBy };
    };
    return (path) => {
      const cached = known.get(path);
      if (cached !== undefined) return cached;
      const found = find(path);
      known.set(path, found);
      return found;
    };
  }, [codeOwners, isPending, approvers, rules]);
}

const sectionOf = (section: string | null | undefined): string =>
  !section || section === "codeowners" ? "" : section;

/** Returns who owns a file and who of them approved, as a sentence. */
function describeOwners({ owners, approvedBy }: FileOwners): string {
  const owned = `Owned by ${owners.join(", ")}.`;
  if (!approvedBy) return owned;
  const approved = approvedBy.length > 0 ? `Approved by ${approvedBy.join(", ")}` : "No owner has approved";
  return `${owned} ${approved}.`;
}

const hasApproval = ({ approvedBy }: FileOwners): boolean => approvedBy !== null && approvedBy.length > 0;

/** Owners that a header names. */
const maxNames = 2;

/** The owners of a file in its header, with whether one of them has approved; null without any. */
function OwnersMark({ owners: found }: { readonly owners: FileOwners | null }) {
  if (!found) return null;
  const { owners, approvedBy } = found;
  const isApproved = hasApproval(found);
  const more = owners.length - maxNames;
  return (
    <span className={styles.owners} data-approved={isApproved || undefined} title={describeOwners(found)}>
      <Icon of={approvedBy === null ? User : isApproved ? Check : CircleDashed} size={13} />
      <VisuallyHidden>
        {approvedBy === null ? "Owners:" : isApproved ? "Approved by an owner:" : "Not approved by an owner:"}
      </VisuallyHidden>
      <span>
        {owners.slice(0, maxNames).join(", ")}
        {more > 0 ? ` +${more}` : ""}
      </span>
    </span>
  );
}
