import {
  listIssueClosingMergeRequests,
  listIssueRelatedMergeRequests,
} from "../../../shared/api/resources/issues.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { projectOfMergeRequest } from "../../features/merge-requests/merge-request-project.ts";
import { MergeRequestState } from "../../features/merge-requests/merge-request-state.tsx";
import { SidebarField } from "../../features/work-page/sidebar-fields.tsx";
import page from "../../features/work-page/work-page.module.css";
import { Badge } from "../../ui/marks/badge.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { useIssue } from "./issue-context.ts";

/** Merge requests that are listed. */
const maxListed = 50;

/** Merge requests that mention the issue in its sidebar, those first that close it; null where there are none. */
export function RelatedMergeRequests() {
  const { account, project, iid } = useIssue();
  const input = { id: project, issue_iid: iid, per_page: maxListed };
  const closing = useOperation(listIssueClosingMergeRequests, input).data ?? [];
  const related = useOperation(listIssueRelatedMergeRequests, input).data ?? [];
  const closes = new Set(closing.map(({ id }) => id));
  const all = [...closing, ...related.filter(({ id }) => !closes.has(id))];
  if (all.length === 0) return null;
  return (
    <SidebarField title="Merge requests">
      <ul className={page.list}>
        {all.map((mergeRequest) => (
          <li key={mergeRequest.id}>
            <Related {...{ account, project, mergeRequest }} isClosing={closes.has(mergeRequest.id)} />
          </li>
        ))}
      </ul>
    </SidebarField>
  );
}

interface RelatedProps {
  readonly account: string;
  /** Project of the issue. */
  readonly project: string;
  readonly mergeRequest: MergeRequest;
  readonly isClosing: boolean;
}

function Related({ account, project, mergeRequest, isClosing }: RelatedProps) {
  const { iid, title, state } = mergeRequest;
  const target = projectOfMergeRequest(mergeRequest, undefined) ?? project;
  const isOpen = state === "opened";
  return (
    <div className={layout.line}>
      <MergeRequestState state={state} />
      <AppLink
        className={cx(layout.title, flow.growText)}
        href={hrefs.mergeRequest(account, target, iid)}
        title={title}
      >
        {title}
      </AppLink>
      {isClosing ? (
        <Badge tone="accent" title={isOpen ? "Closes the issue when it is merged" : "Closes the issue"}>
          Closes
        </Badge>
      ) : null}
      <span className={layout.small}>
        {target === project ? "" : target}!{iid}
      </span>
    </div>
  );
}
