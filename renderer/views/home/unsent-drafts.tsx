import { PencilLine, Send } from "lucide-react";
import { useEffect, useState } from "react";
import type { Account } from "../../../shared/host/accounts.ts";
import { listDocuments } from "../../api/documents.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useOutbox } from "../../features/outbox/outbox.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AccountName } from "./account-name.tsx";
import { type DraftLink, draftLink } from "./draft-link.ts";
import styles from "./home.module.css";

interface Draft extends DraftLink {
  readonly key: string;
  readonly updatedAt: string;
}

/** Drafts shown at first. */
const firstDrafts = 6;

const none: readonly Draft[] = [];

/** Types of the documents that are drafts of text and forms. */
const draftTypes = [
  ...(["text", "snippet", "line-drafts", "wiki-draft", "new-merge-request", "new-issue", "release"] as const),
  ...(["group", "runner", "system-hook", "user", "profile", "status", "form", "pipeline-variables"] as const),
];

/** Unsent drafts of comments and forms, and the outbox's entries. */
export function UnsentDrafts({ accounts }: { readonly accounts: readonly Account[] }) {
  const [read, setDrafts] = useState<readonly Draft[] | null>(null);
  const drafts = read ?? none;
  const queued = useOutbox(({ entries }) => entries);
  useEffect(() => {
    let left = false;
    // Drafts that cannot be listed can still be opened in the views where they were written.
    listDocuments("drafts", draftTypes).then(
      (documents) => {
        if (left) return;
        setDrafts(
          documents
            .flatMap(({ key, updatedAt }) => {
              const link = draftLink(key);
              return link ? [{ ...link, key, updatedAt }] : [];
            })
            .filter(({ href }, index, all) => all.findIndex((other) => other.href === href) === index),
        );
      },
      () => !left && setDrafts(none),
    );
    return () => {
      left = true;
    };
  }, []);
  const [showsAll, setShowsAll] = useState(false);
  const mine = drafts.filter(({ account }) => accounts.some(({ id }) => id === account));
  const shown = showsAll ? mine : mine.slice(0, firstDrafts);
  if (mine.length + queued.length === 0)
    // Known to the sections below, which it would move.
    return read === null ? <div role="status" aria-busy="true" aria-label="Loading drafts" /> : null;
  return (
    <Section title="Unsent drafts">
      <ul className={flow.ruled}>
        {queued.map(({ account, draftKey, title, messages, blocked }) => (
          <li key={draftKey}>
            <AppLink href={hrefs.outbox} className={styles.row}>
              <Icon of={Send} className={layout.muted} />
              <span className={layout.title}>{title}</span>
              <AccountName account={account} />
              <Badge tone={blocked ? "warning" : "changed"}>
                {blocked
                  ? "Needs attention"
                  : messages.length === 1
                    ? "1 waiting to send"
                    : `${messages.length} waiting to send`}
              </Badge>
            </AppLink>
          </li>
        ))}
        {shown.map(({ account, key, href, label, updatedAt }) => (
          <li key={key}>
            <AppLink href={href} className={styles.row}>
              <Icon of={PencilLine} className={layout.muted} />
              <span className={layout.title}>{label}</span>
              <AccountName account={account} />
              <span className={cx(layout.ellipsis, layout.muted)}>
                draft, <RelativeTime time={updatedAt} />
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      {shown.length < mine.length ? (
        <div className={flow.wrap}>
          <Button size="s" variant="ghost" onClick={() => setShowsAll(true)}>
            Show all {mine.length} drafts
          </Button>
        </div>
      ) : null}
    </Section>
  );
}
