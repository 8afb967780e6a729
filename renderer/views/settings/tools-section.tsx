import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw, Wrench } from "lucide-react";
import type { Account } from "../../../shared/host/accounts.ts";
import { type ToolAccess, type ToolCall, type ToolState, toolRoutes } from "../../../shared/host/tools.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { accountIdentity, useAccounts } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyableCode } from "../../ui/buttons/copy-button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { Badge, type BadgeTone } from "../../ui/marks/badge.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./tools-section.module.css";

const queryKey = ["tools"];

/** Accounts that other programs may use through `helve mcp`, the set-up of an editor for it, and the last calls. */
export function ToolsSection() {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callHost(toolRoutes.get, {}, signal),
    meta: { reads: [] },
  });
  if (query.error) return <ErrorState {...problemText(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={6} label="Loading tools" />;
  const { access, calls, command } = query.data;
  return (
    <div className={styles.sections}>
      <Section
        title="Accounts"
        description="The assistant of an editor reads merge requests, comments, logs and files with the accounts that you open here. It never gets a token, and you decide in Helve on everything that it asks to send."
      >
        <AccountList access={access} />
      </Section>
      <Section
        title="Set up an editor"
        description="Editors that speak the Model Context Protocol start this program. It talks with the Helve that runs, and with no other."
      >
        <CopyableCode text={() => configOf(command)}>
          <pre className={styles.config}>{configOf(command)}</pre>
        </CopyableCode>
      </Section>
      <Section
        title="Last calls"
        description="What tools read, asked for and sent. Stays on this computer, without any content."
        actions={
          <Button size="s" icon={RotateCw} onClick={() => void query.refetch()}>
            Refresh
          </Button>
        }
      >
        <CallList calls={calls} />
      </Section>
    </div>
  );
}

function problemText(error: unknown) {
  const { message, detail } = toProblem(error);
  return { message, detail };
}

/** Returns the entry of an editor's configuration. */
function configOf([command = "helve", ...args]: readonly string[]): string {
  return JSON.stringify({ mcpServers: { helve: { command, args } } }, null, 2);
}

const writes = [
  { kind: "comment", label: "May ask to comment" },
  { kind: "resolve", label: "May ask to resolve threads" },
  { kind: "approve", label: "May ask to approve" },
] as const;
const closed: ToolAccess = { reads: false, writes: [] };

function AccountList({ access }: Pick<ToolState, "access">) {
  const accounts = useAccounts();
  const client = useQueryClient();
  const { mutate } = useMutation({
    // One after another: each is a question to the user.
    scope: { id: "tools" },
    mutationFn: ({ account, ...body }: ToolAccess & { readonly account: string }) =>
      callHost(toolRoutes.change, { account, body }),
    onSuccess: (next) => client.setQueryData<ToolState>(queryKey, next),
    onError: (error) => toast.problem("The access of tools was not changed", toProblem(error)),
  });
  return (
    <ul className={flow.ruled}>
      {accounts.map((account) => (
        <AccountAccess
          key={account.id}
          account={account}
          access={access[account.id] ?? closed}
          onChange={(next) => mutate({ account: account.id, ...next })}
        />
      ))}
    </ul>
  );
}

interface AccountAccessProps {
  readonly account: Account;
  readonly access: ToolAccess;
  readonly onChange: (next: ToolAccess) => void;
}

function AccountAccess({ account, access, onChange }: AccountAccessProps) {
  const accounts = useAccounts();
  const change = (kind: ToolAccess["writes"][number], isAllowed: boolean) =>
    onChange({
      reads: true,
      writes: isAllowed ? [...access.writes, kind] : access.writes.filter((other) => other !== kind),
    });
  return (
    <li className={styles.account}>
      <Switch
        label={`Tools read as ${accountIdentity(accounts, account)}`}
        description={`All that this user may read on ${new URL(account.url).host}.`}
        checked={access.reads}
        onChange={(reads) => onChange({ reads, writes: [] })}
      />
      {access.reads ? (
        <fieldset className={styles.writes}>
          <legend className={layout.muted}>You confirm each of these:</legend>
          {writes.map(({ kind, label }) => (
            <Checkbox
              key={kind}
              label={label}
              checked={access.writes.includes(kind)}
              onChange={(isAllowed) => change(kind, isAllowed)}
            />
          ))}
        </fieldset>
      ) : null}
    </li>
  );
}

const tones: Readonly<Record<ToolCall["outcome"], BadgeTone>> = {
  read: "neutral",
  sent: "added",
  declined: "warning",
  refused: "warning",
  failed: "danger",
};

function CallList({ calls }: Pick<ToolState, "calls">) {
  if (calls.length === 0)
    return <EmptyState compact icon={Wrench} title="No calls" description="No tool has used Helve yet." />;
  return (
    <ul className={flow.ruled} aria-label="Last calls">
      {calls.map(({ id, at, program, tool, subject, outcome }) => (
        <li key={id} className={styles.call}>
          <code>{tool}</code>
          <span className={styles.subject}>{subject}</span>
          <span className={layout.muted}>{program}</span>
          <Badge tone={tones[outcome]}>{outcome}</Badge>
          <span className={layout.muted}>
            <RelativeTime time={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
