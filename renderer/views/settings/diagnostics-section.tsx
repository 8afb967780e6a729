import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Activity, RotateCw, Trash2 } from "lucide-react";
import { type Diagnostic, diagnosticRoutes } from "../../../shared/host/diagnostics.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { accountIdentity, useAccounts } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Badge, type BadgeTone } from "../../ui/marks/badge.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./settings.module.css";

const queryKey = ["diagnostics"];

export function DiagnosticsSection() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callHost(diagnosticRoutes.list, {}, signal),
    meta: { reads: [] },
  });
  const clear = async () => {
    try {
      await callHost(diagnosticRoutes.clear);
      await client.invalidateQueries({ queryKey });
    } catch (error) {
      toast.problem("Diagnostics were not cleared", toProblem(error));
    }
  };
  const entries = query.data ?? [];
  return (
    <Section
      title="Event log"
      description="Unexpected responses and failures. Stays on this computer and never contains a token."
      actions={
        <>
          <Button size="s" icon={RotateCw} onClick={() => void query.refetch()}>
            Refresh
          </Button>
          <Button size="s" icon={Trash2} disabled={entries.length === 0} onClick={() => void clear()}>
            Clear
          </Button>
        </>
      }
    >
      {query.isPending ? (
        <Skeleton lines={5} label="Loading diagnostics" />
      ) : query.error ? (
        <ErrorState {...problemText(query.error)} onRetry={() => void query.refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState compact icon={Activity} title="No issues" description="Every response was as expected." />
      ) : (
        <ul className={flow.ruled}>
          {entries.map((entry) => (
            <Entry key={`${entry.at} ${entry.operation} ${entry.message}`} entry={entry} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const tones: Readonly<Record<Diagnostic["kind"], BadgeTone>> = {
  mismatch: "warning",
  failure: "danger",
  note: "neutral",
};

function Entry({ entry }: { readonly entry: Diagnostic }) {
  const accounts = useAccounts();
  const account = accounts.find(({ id }) => id === entry.accountId);
  return (
    <li className={styles.entry}>
      <div className={cx(flow.cluster, styles.entryHead)}>
        <Badge tone={tones[entry.kind]}>{capitalize(entry.kind)}</Badge>
        {entry.count > 1 ? (
          <span className={styles.description}>{entry.count.toLocaleString("en")} times</span>
        ) : null}
        {entry.operation ? <code>{entry.operation}</code> : null}
        {account ? <span className={styles.description}>{accountIdentity(accounts, account)}</span> : null}
        <span className={styles.when}>
          <RelativeTime time={entry.at} />
        </span>
        <CopyButton text={JSON.stringify(entry, null, 2)} label="Copy entry" />
      </div>
      <pre className={styles.message}>{entry.message}</pre>
    </li>
  );
}

const problemText = (error: unknown) => {
  const { message, detail } = toProblem(error);
  return { message, detail };
};
