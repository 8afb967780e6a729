import { Check, CircleDashed } from "lucide-react";
import { useMemo } from "react";
import type { ApprovalRule } from "../../../../shared/api/resources/merge-request-approvals.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { type CodeOwners, isOwnedBy, ownersRules, ownerText } from "../../../../shared/review/code-owners.ts";
import { useCodeOwners } from "../../../features/code-owners/use-code-owners.ts";
import { Icon } from "../../../ui/marks/icon.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { useChanges } from "../changes/use-changes.ts";
import { useVersions } from "../versions/version-query.ts";
import styles from "./overview.module.css";

interface OwnersListProps {
  readonly project: string;
  readonly mergeRequest: MergeRequest;
  /** Rules of the service; empty where it has none. */
  readonly rules: readonly ApprovalRule[];
  readonly approvedBy: readonly UserSummary[];
}

/** A rule as a row: what it is about, who may approve, and who did. */
interface RuleRow {
  readonly key: string;
  readonly name: string;
  readonly who: string;
  readonly approvedBy: readonly UserSummary[];
  readonly required: number;
}

/**
 * The rules of approval with who is missing: those of the service, and the owners of the changed files, from the service or
 * from `CODEOWNERS` as Helve reads it. Null where there are none.
 */
export function OwnersList({ project, mergeRequest, rules, approvedBy }: OwnersListProps) {
  const isKnown = rules.some(({ rule_type }) => rule_type === "code_owner");
  const codeOwners = useCodeOwners(project, mergeRequest.target_branch);
  const rows = rules
    .filter(({ rule_type, approvals_required }) => rule_type !== "any_approver" || approvals_required > 0)
    .map(rowOfRule);
  return (
    <>
      <RuleRows rows={rows} />
      {!isKnown && codeOwners && codeOwners.length > 0 ? (
        <OwnRules {...{ project, mergeRequest, codeOwners, approvedBy }} />
      ) : null}
    </>
  );
}

function rowOfRule(rule: ApprovalRule): RuleRow {
  const { rule_type, section, name, approvals_required: required, approved_by: approvedBy } = rule;
  const people = rule.eligible_approvers.map((user) => user.name);
  return {
    key: `${rule.id} ${section ?? ""} ${name}`,
    name: rule_type === "code_owner" ? ownersName(section === "codeowners" ? "" : section, name) : name,
    who: rule_type === "any_approver" ? "any member" : peopleText(people),
    approvedBy,
    required,
  };
}

const ownersName = (section: string | null | undefined, pattern: string): string =>
  section ? `${section}: ${pattern}` : `Owners of ${pattern}`;

/** People that are named in a row; of more, the number is. */
const maxNames = 4;

const peopleText = (names: readonly string[]): string =>
  names.length === 0
    ? "nobody in this project"
    : names.length > maxNames
      ? `${names.slice(0, maxNames).join(", ")} and ${names.length - maxNames} more`
      : names.join(", ");

interface OwnRulesProps {
  readonly project: string;
  readonly mergeRequest: MergeRequest;
  readonly codeOwners: CodeOwners;
  readonly approvedBy: readonly UserSummary[];
}

/** Owners of the changed files, on a service that does not say them. */
function OwnRules({ project, mergeRequest, codeOwners, approvedBy }: OwnRulesProps) {
  const versions = useVersions(project, mergeRequest.iid, mergeRequest);
  const newest = versions.data?.[0];
  const range = useMemo(() => (newest ? { from: null, to: newest } : null), [newest]);
  const { files } = useChanges(project, mergeRequest.iid, range);
  const rules = useMemo(() => {
    const paths = files.flatMap(({ old_path, new_path }) => [old_path, new_path]);
    return ownersRules(codeOwners, [...new Set(paths)]);
  }, [codeOwners, files]);
  const rows = rules.map(
    ({ section, pattern, owners, required }): RuleRow => ({
      key: `${section} ${pattern}`,
      name: ownersName(section, pattern),
      who: peopleText(owners.map(ownerText)),
      approvedBy: approvedBy.filter((user) => owners.some((owner) => isOwnedBy(owner, user.username))),
      required,
    }),
  );
  return <RuleRows rows={rows} />;
}

/** Rows of rules; null without any. */
function RuleRows({ rows }: { readonly rows: readonly RuleRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className={styles.rules} aria-label="Approval rules">
      {rows.map(({ key, name, who, approvedBy, required }) => {
        const isMet = approvedBy.length >= Math.max(1, required);
        return (
          <li key={key} className={flow.inline}>
            <Icon of={isMet ? Check : CircleDashed} />
            <VisuallyHidden>{isMet ? "Approved:" : "Not approved:"}</VisuallyHidden>
            <span className={styles.ruleName}>{name}</span>
            <span className={layout.muted}>
              {approvedBy.length > 0 ? `by ${approvedBy.map((user) => user.name).join(", ")}` : `from ${who}`}
              {required > 1 ? ` · ${approvedBy.length} of ${required}` : required === 0 ? " · optional" : ""}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
