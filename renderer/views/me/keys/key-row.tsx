import { KeyRound, Trash2 } from "lucide-react";
import { deleteKey } from "../../../../shared/api/resources/ssh-keys.ts";
import { failureOf } from "../../../api/failure-of.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Fingerprint } from "../../../features/people/fingerprint.tsx";
import { formatKeyType } from "../../../features/people/use-fingerprint.ts";
import { Badge } from "../../../ui/badge.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { toast } from "../../../ui/toast.tsx";
import styles from "./keys.module.css";
import type { ListedKey } from "./use-listed-keys.ts";

/** One key: title, type, size, fingerprint, and when it was added and ends. */
export function KeyRow({ entry }: { readonly entry: ListedKey }) {
  const { id, title, read, fingerprint, created_at: created, expires_at: ends } = entry;
  const write = useWrite();
  const remove = async () => {
    const isDone = await confirm({
      title: `Delete ${title}?`,
      description: `The key with the fingerprint ${fingerprint ?? "that could not be computed"} can no longer be used to fetch or push. The files on your computer stay.`,
      confirmLabel: "Delete key",
      danger: true,
      failureTitle: `${title} was not deleted`,
      attempt: () => failureOf(write(deleteKey, { key_id: id })),
    });
    if (isDone) toast.success(`Deleted ${title}`);
  };
  const hasEnded = ends ? new Date(ends).getTime() < Date.now() : false;
  return (
    <li className={styles.row}>
      <Icon of={KeyRound} className={styles.mark} />
      <div className={styles.key}>
        <div className={styles.head}>
          <strong className={styles.title}>{title}</strong>
          {read ? <Badge>{formatKeyType(read)}</Badge> : <Badge tone="warning">Unknown type</Badge>}
          {hasEnded ? <Badge tone="warning">Expired</Badge> : null}
        </div>
        {fingerprint ? <Fingerprint of={fingerprint} title={title} /> : null}
        <div className={styles.meta}>
          {created ? (
            <span>
              Added <RelativeTime time={created} />
            </span>
          ) : null}
          {ends ? (
            <span>
              {hasEnded ? "Expired" : "Expires"} <RelativeTime future time={ends} />
            </span>
          ) : null}
          {read?.comment ? <span>{read.comment}</span> : null}
        </div>
      </div>
      <IconButton label={`Delete ${title}`} icon={Trash2} size="s" onClick={() => void remove()} />
    </li>
  );
}
