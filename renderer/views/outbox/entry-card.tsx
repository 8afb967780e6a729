import { Link, useRouter } from "@tanstack/react-router";
import { Send } from "lucide-react";
import {
  changeParcel,
  type OutboxItem,
  type Parcel,
  removeItem,
  useOutbox,
} from "../../features/outbox/outbox.ts";
import { useAccount, useHostState } from "../../state/host-state.ts";
import { putLineDraft } from "../../state/line-drafts.ts";
import { addToDraft, draftKeys } from "../../state/text-draft.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./outbox.module.css";

const titles = {
  moved: "The branch moved",
  closed: "No longer open",
  refused: "Refused",
  uncertain: "Not certain",
} as const;

/** What waits for one merge request. */
export function ParcelCard({ parcel }: { readonly parcel: Parcel }) {
  const { place, account, project, iid, title, since, items, held } = parcel;
  const name = useAccount(account)?.name ?? "an account that was removed";
  const offline = useHostState((state) => state.connectivity[account]?.state === "offline");
  const sending = useOutbox((state) => state.sending.has(place));
  /** Whether what was read is no longer how it is. */
  const old = held?.reason === "moved" || held?.reason === "closed";
  const send = (anyway: boolean) => changeParcel(place, (now) => ({ ...now, held: null, anyway }));
  return (
    <section className={styles.parcel} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <Link
            to="/a/$account/p/$project/merge_requests/$iid"
            params={{ account, project, iid: String(iid) }}
            search={{ tab: "changes" }}
          >
            {title}
          </Link>
        </h2>
        <span className={styles.muted}>
          {project}!{iid} · {name} · <RelativeTime time={since} />
        </span>
        <span className={styles.state}>
          {sending ? (
            <Badge tone="accent">sending</Badge>
          ) : held ? (
            <Badge tone="warning">{titles[held.reason]}</Badge>
          ) : (
            <Badge>{offline ? "waits for the service" : "waits"}</Badge>
          )}
        </span>
      </header>
      {held ? (
        <div className={styles.held} role="alert">
          <span>{held.message}</span>
          <Button size="s" icon={Send} onClick={() => send(old)}>
            {old ? "Send anyway" : "Send again"}
          </Button>
          <Button size="s" asChild>
            <Link
              to="/a/$account/p/$project/merge_requests/$iid"
              params={{ account, project, iid: String(iid) }}
              search={{ tab: "changes" }}
            >
              Read it again
            </Link>
          </Button>
        </div>
      ) : null}
      <ul className={styles.items} aria-label={`Waiting for !${iid}`}>
        {items.map((item) => (
          <Item key={item.key} parcel={parcel} item={item} sending={sending} />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps {
  readonly parcel: Parcel;
  readonly item: OutboxItem;
  readonly sending: boolean;
}

function Item({ parcel: { place, account, project, iid }, item, sending }: ItemProps) {
  const router = useRouter();
  const what = nameOf(item);
  const words = item.kind === "line" ? item.draft.text : item.kind === "approval" ? "" : item.body;
  const discard = async () => {
    const sure = await confirm({
      title: `Discard this ${what.short}?`,
      description: "It has not been sent, and is kept nowhere else.",
      confirmLabel: "Discard",
      danger: true,
    });
    if (sure) removeItem(place, item.key);
  };
  const takeBack = () => {
    // First where it goes to: what is in both places for a moment is not lost.
    if (item.kind === "line") putLineDraft(place, { ...item.draft, pending: true });
    else if (item.kind === "reply") addToDraft(draftKeys.reply(account, project, item.discussion), item.body);
    else if (item.kind === "note") addToDraft(draftKeys.comment(place), item.body);
    removeItem(place, item.key);
    void router.navigate({
      to: "/a/$account/p/$project/merge_requests/$iid",
      params: { account, project, iid: String(iid) },
      search: item.kind === "line" ? { tab: "changes" } : {},
    });
  };
  return (
    <li className={styles.item}>
      <span className={styles.muted}>{what.long}</span>
      {words ? <p className={styles.words}>{words}</p> : null}
      <span className={styles.actions}>
        {item.kind === "approval" ? null : (
          <Button size="s" variant="ghost" disabled={sending} onClick={takeBack}>
            Back to the review
          </Button>
        )}
        <Button size="s" variant="ghost" disabled={sending} onClick={() => void discard()}>
          Discard
        </Button>
      </span>
    </li>
  );
}

function nameOf(item: OutboxItem): { readonly short: string; readonly long: string } {
  switch (item.kind) {
    case "line": {
      const { newPath, last } = item.draft;
      return { short: "comment", long: `On ${newPath}, line ${last.newLine ?? last.oldLine}` };
    }
    case "reply":
      return { short: "answer", long: "An answer in a thread" };
    case "note":
      return { short: "comment", long: "On the whole" };
    case "approval":
      return { short: "approval", long: "Your approval" };
  }
}
