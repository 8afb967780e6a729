import { Inbox, Send } from "lucide-react";
import { useRef } from "react";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import {
  hrefOfTarget,
  type OutboxEntry,
  type QueuedMessage,
  referenceOf,
  removeMessage,
  restoreMessage,
  updateEntry,
  useOutbox,
} from "../../features/outbox/outbox.ts";
import { addToDraft, draftKeys, putLineDraft } from "../../state/drafts.ts";
import { useAccount, useHostState } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useLostFocus } from "../../ui/overlays/use-focus-return.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./outbox.module.css";

/** Comments and approvals that have not reached their service, and why. */
export function OutboxView() {
  const entries = useOutbox((state) => state.entries);
  const page = useRef<HTMLElement>(null);
  useLostFocus(entries, () => page.current);
  const isEmpty = entries.length === 0;
  return (
    <section ref={page} className={cx(flow.scroll, styles.page)} aria-label="Outbox" {...focusable}>
      <PageHeader
        title="Outbox"
        icon={Inbox}
        meta={
          isEmpty
            ? undefined
            : "Sent when the service can be reached, after checking what they are on for changes"
        }
      />
      {isEmpty ? (
        <EmptyState
          icon={Inbox}
          title="Outbox is empty"
          description="Comments that you write while offline are saved here until they are sent."
        />
      ) : (
        <div className={styles.entries}>
          {entries.map((entry) => (
            <EntryCard key={entry.draftKey} entry={entry} />
          ))}
        </div>
      )}
    </section>
  );
}

const focusable = { tabIndex: 0 };

const titles = {
  moved: "New commits",
  closed: "No longer open",
  refused: "Refused",
  uncertain: "Uncertain",
} as const;

/** The unsent messages of one merge request or issue. */
function EntryCard({ entry }: { readonly entry: OutboxEntry }) {
  const { draftKey, account, title, createdAt, messages, blocked } = entry;
  const isIssue = entry.of === "issue";
  const name = useAccount(account)?.name ?? "Removed account";
  const offline = useHostState((state) => state.connectivity[account]?.state === "offline");
  const sending = useOutbox((state) => state.sending.has(draftKey));
  /** Whether what they are on has changed since they were written. */
  const outdated = blocked?.reason === "moved" || blocked?.reason === "closed";
  const send = (force: boolean) => updateEntry(draftKey, (now) => ({ ...now, blocked: null, force }));
  const target = hrefOfTarget(entry, true);
  const reference = referenceOf(entry);
  return (
    <section className={styles.entry} aria-label={title}>
      <header className={styles.head}>
        <h2 className={cx(layout.ellipsis, styles.title)}>
          <AppLink href={target}>{title}</AppLink>
        </h2>
        <span className={cx(layout.muted, styles.detail)}>
          {reference} · {name} · <RelativeTime time={createdAt} />
        </span>
        <span className={styles.state}>
          {sending ? (
            <Badge tone="accent">Sending</Badge>
          ) : blocked ? (
            <Badge tone="warning">{titles[blocked.reason]}</Badge>
          ) : (
            <Badge>{offline ? "Offline: waiting to send" : "Waiting to send"}</Badge>
          )}
        </span>
      </header>
      {blocked ? (
        <div className={styles.blocked} role="alert">
          <span>{blocked.message}</span>
          <Button size="s" icon={Send} onClick={() => send(outdated)}>
            {outdated ? "Send anyway" : "Retry"}
          </Button>
          <Button size="s" asChild>
            <AppLink href={target}>{isIssue ? "View issue" : "View changes"}</AppLink>
          </Button>
        </div>
      ) : null}
      <ul className={flow.ruled} aria-label={`Waiting to send to ${reference.slice(entry.project.length)}`}>
        {messages.map((message) => (
          <Message key={message.key} entry={entry} message={message} sending={sending} />
        ))}
      </ul>
    </section>
  );
}

interface MessageProps {
  readonly entry: OutboxEntry;
  readonly message: QueuedMessage;
  readonly sending: boolean;
}

function Message({ entry, message, sending }: MessageProps) {
  const { draftKey } = entry;
  const go = useGo();
  const name = nameOf(message);
  const text = message.kind === "line" ? message.draft.text : message.kind === "approval" ? "" : message.body;
  const discard = () => {
    removeMessage(draftKey, message.key);
    toast.discarded(name.short, () => restoreMessage(entry, message.key));
  };
  const edit = () => {
    // Stored as a draft before it is removed here, so that it is always stored in one of them.
    if (message.kind === "line") putLineDraft(draftKey, { ...message.draft, pending: true });
    else if (message.kind !== "approval") addToDraft(draftKeyOf(entry, message), message.body);
    removeMessage(draftKey, message.key);
    go(hrefOfTarget(entry, message.kind === "line"));
  };
  return (
    <li className={styles.message}>
      <span className={cx(layout.muted, styles.detail)}>{name.long}</span>
      {text ? <p className={styles.words}>{text}</p> : null}
      <span className={styles.actions}>
        {message.kind === "approval" ? null : (
          <Button size="s" variant="ghost" disabled={sending} onClick={edit}>
            {entry.of === "issue" ? "Edit in issue" : "Edit in review"}
          </Button>
        )}
        <Button size="s" variant="ghost" disabled={sending} onClick={discard}>
          Discard
        </Button>
      </span>
    </li>
  );
}

/** Returns the key of the draft that a comment or reply becomes again. */
function draftKeyOf(
  { of, draftKey, account, project, iid }: OutboxEntry,
  message: Extract<QueuedMessage, { kind: "reply" | "note" }>,
): string {
  if (message.kind === "note")
    return of === "issue" ? draftKeys.issueComment(account, project, iid) : draftKeys.comment(draftKey);
  const keyOf = of === "issue" ? draftKeys.issueReply : draftKeys.reply;
  return keyOf(account, project, iid, message.discussion);
}

function nameOf(message: QueuedMessage): { readonly short: string; readonly long: string } {
  switch (message.kind) {
    case "line": {
      const { newPath, last } = message.draft;
      const line = last.newLine ?? last.oldLine;
      return { short: "comment", long: `Comment on ${newPath}${line === null ? "" : `, line ${line}`}` };
    }
    case "reply":
      return { short: "reply", long: "Reply in a thread" };
    case "note":
      return { short: "comment", long: "General comment" };
    case "approval":
      return { short: "approval", long: "Approval" };
  }
}
