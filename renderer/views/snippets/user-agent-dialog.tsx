import { getProjectSnippetUserAgent } from "../../../shared/api/resources/project-snippets.ts";
import { getSnippetUserAgent } from "../../../shared/api/resources/snippets.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { SnippetAddress } from "./model/snippet-address.ts";
import styles from "./snippets.module.css";

interface UserAgentDialogProps {
  readonly address: SnippetAddress;
  readonly onClose: () => void;
}

/** User agent and address with which a snippet was created; only administrators may read them. */
export function UserAgentDialog({ address: { project, id }, onClose }: UserAgentDialogProps) {
  const ofProject = useOperation(
    getProjectSnippetUserAgent,
    project === null ? null : { id: project, snippet_id: id },
  );
  const personal = useOperation(getSnippetUserAgent, project === null ? { id } : null);
  const { data, error, refetch } = project === null ? personal : ofProject;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="User agent details"
      description="What the service recorded when the snippet was created"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        <dl className={styles.details}>
          <dt>User agent</dt>
          <dd>
            <code>{data.user_agent || "Not recorded"}</code>
          </dd>
          <dt>IP address</dt>
          <dd>
            <code>{data.ip_address || "Not recorded"}</code>
          </dd>
          <dt>Submitted to spam check</dt>
          <dd>{(data.spamcheck_submitted ?? data.akismet_submitted) ? "Yes" : "No"}</dd>
        </dl>
      ) : error ? (
        <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={3} label="Loading details" />
      )}
    </Dialog>
  );
}
