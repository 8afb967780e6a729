import { Layers } from "lucide-react";
import { useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { MergeRequestState } from "../../../features/merge-requests/merge-request-state.tsx";
import { SidebarField } from "../../../features/work-page/sidebar-fields.tsx";
import { Link } from "../../../ui/buttons/button.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";
import { useStack } from "../stack/read-stack.ts";
import styles from "../stack/stack.module.css";

/** The stack of a merge request in its sidebar, the lowest layer first; null where it stands alone. */
export function StackField({ mergeRequest }: { readonly mergeRequest: MergeRequest }) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const { data: stack } = useStack(project, mergeRequest);
  if (!stack) return null;
  return (
    <SidebarField
      title="Stack"
      action={
        <Link asChild>
          <AppLink href={hrefs.stack(account, project, mergeRequest.iid)}>
            <Layers size={14} aria-hidden /> Open stack
          </AppLink>
        </Link>
      }
    >
      <ol className={styles.compact} aria-label={`Stack on ${stack.base}`}>
        {stack.layers.map(({ mergeRequest: layer }) => (
          <li key={layer.iid} aria-current={layer.iid === mergeRequest.iid || undefined}>
            <MergeRequestState state={layer.state} />
            {layer.iid === mergeRequest.iid ? (
              <span className={cx(layout.ellipsis, layout.strong)} title={layer.title}>
                {layer.title}
              </span>
            ) : (
              <AppLink
                className={layout.ellipsis}
                href={hrefs.mergeRequest(account, project, layer.iid)}
                title={layer.title}
              >
                {layer.title}
              </AppLink>
            )}
            <span className={layout.small}>!{layer.iid}</span>
          </li>
        ))}
      </ol>
    </SidebarField>
  );
}
