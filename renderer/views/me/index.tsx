import { useParams } from "@tanstack/react-router";
import { Bell, ExternalLink, KeyRound, Pencil, Plus, Trash2, UserRound } from "lucide-react";
import { useRef, useState } from "react";
import { deleteKey, listKeys } from "../../../shared/api/resources/ssh-keys.ts";
import type { User } from "../../../shared/api/resources/user-shapes.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem, failureOf } from "../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { serviceUrls } from "../../features/addresses/service-urls.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { Fingerprint, formatKeyType } from "../../features/people/fingerprint.tsx";
import { ProfileFields } from "../../features/people/profile-fields.tsx";
import { useAccount } from "../../state/host-state.ts";
import { Button, IconButton, Link } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useLostFocus } from "../../ui/overlays/use-focus-return.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { TabLinks } from "../../ui/panes/tab-links.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AddKey } from "./keys/add-key.tsx";
import keysStyles from "./keys/keys.module.css";
import { type ListedKey, useKeyDraft, useListedKeys } from "./keys/use-key-draft.ts";
import styles from "./me.module.css";
import { NotificationsTab } from "./notifications/notifications-tab.tsx";
import { EditProfile } from "./profile/edit-profile.tsx";
import { StatusCard } from "./profile/status-card.tsx";

const tabs = [
  { name: "profile", label: "Profile", icon: UserRound },
  { name: "keys", label: "SSH keys", icon: KeyRound },
  { name: "notifications", label: "Notifications", icon: Bell },
] as const;

/** The user that an account's token belongs to: profile and status, SSH keys, notification levels. */
export function MeView() {
  const { account, tab } = useParams({ from: "/a/$account/me/$tab" });
  const { data: user } = useOperation(getCurrentUser, {});
  const current = tabs.find(({ name }) => name === tab)?.name ?? "profile";
  return (
    <div className={cx(layout.page, styles.page)}>
      <PageHeader
        title={user?.name ?? "Me"}
        mark={<PersonAvatar person={user ?? { name: "Me" }} size={24} />}
        tabs={
          <TabLinks label="Me">
            {tabs.map(({ name, label, icon }) => (
              <AppLink
                key={name}
                href={hrefs.me(account, name)}
                aria-current={name === current ? "page" : undefined}
              >
                <Icon of={icon} size={14} />
                {label}
              </AppLink>
            ))}
          </TabLinks>
        }
      />
      {current === "notifications" ? <NotificationsTab /> : current === "keys" ? <KeysTab /> : <ProfileTab />}
    </div>
  );
}

/** Pixels of the row of a key. */
const rowHeight = 91;

/** The SSH keys of the account's own user: list, add, delete. */
function KeysTab() {
  const account = useAccountId();
  const keys = useOperationAll(listKeys, { per_page: 100 });
  const listed = useListedKeys(keys.data);
  const draft = useKeyDraft(account);
  const [opened, setOpened] = useState(false);
  const isAdding = opened || draft.isStarted;
  const isReading = keys.isPending || (keys.data !== undefined && !listed);
  const opener = useRef<HTMLButtonElement>(null);
  useLostFocus(isAdding, () => opener.current);
  const add = (
    <Button ref={opener} variant="primary" icon={Plus} onClick={() => setOpened(true)}>
      Add key
    </Button>
  );
  return (
    <div className={styles.content}>
      <Section
        title="SSH keys"
        className={styles.wide ?? ""}
        description="Anyone with the private part of one of these keys can fetch and push as you."
        // Not before the list is read: an empty one has the button itself, and a click would meet one that goes.
        actions={isAdding || isReading || listed?.length === 0 ? null : add}
      >
        {isAdding ? <AddKey draft={draft} listed={listed ?? []} onEnd={() => setOpened(false)} /> : null}
        {isReading ? (
          <div className={flow.ruled}>
            <Skeleton lines={4} height={rowHeight} mark={16} label="Loading keys" />
          </div>
        ) : keys.error && !listed ? (
          <ErrorState compact {...describeProblem(keys.error)} onRetry={() => void keys.refetch()} />
        ) : listed?.length === 0 ? (
          isAdding ? null : (
            <EmptyState
              compact
              icon={KeyRound}
              title="No SSH keys yet"
              description="Add the public part of a key to fetch and push over SSH."
              actions={add}
            />
          )
        ) : (
          <ul className={flow.ruled} aria-label="SSH keys">
            {listed?.map((key) => (
              <KeyRow key={key.id} entry={key} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

/** One key: title, type, size, fingerprint, and when it was added and ends. */
function KeyRow({ entry }: { readonly entry: ListedKey }) {
  const { id, title, read, fingerprint, created_at: created, expires_at: ends } = entry;
  const write = useWrite(deleteKey);
  const remove = async () => {
    const isDone = await confirm({
      title: `Delete ${title}?`,
      description: `The key with the fingerprint ${fingerprint ?? "that could not be computed"} can no longer be used to fetch or push. The files on your computer stay.`,
      confirmLabel: "Delete key",
      danger: true,
      failureTitle: `${title} was not deleted`,
      attempt: () => failureOf(write({ key_id: id })),
    });
    if (isDone) toast.success(`Deleted ${title}`);
  };
  const hasEnded = ends ? new Date(ends).getTime() < Date.now() : false;
  return (
    <li className={keysStyles.row}>
      <Icon of={KeyRound} className={keysStyles.mark} />
      <div className={keysStyles.key}>
        <div className={keysStyles.head}>
          <strong className={keysStyles.title}>{title}</strong>
          {read ? <Badge>{formatKeyType(read)}</Badge> : <Badge tone="warning">Unknown type</Badge>}
          {hasEnded ? <Badge tone="warning">Expired</Badge> : null}
        </div>
        {fingerprint ? <Fingerprint of={fingerprint} title={title} /> : null}
        <div className={keysStyles.meta}>
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
      <IconButton writes label={`Delete ${title}`} icon={Trash2} size="s" onClick={() => void remove()} />
    </li>
  );
}

/** The status and every documented field of the account's own user. */
function ProfileTab() {
  const account = useAccountId();
  const { data: user, isPending, error, refetch } = useOperation(getCurrentUser, {});
  return (
    <div className={styles.content}>
      <StatusCard account={account} />
      {user ? (
        <Profile account={account} user={user} />
      ) : isPending ? (
        <Skeleton lines={10} label="Loading profile" />
      ) : (
        <ErrorState {...describeProblem(error)} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

interface ProfileProps {
  readonly account: string;
  readonly user: User;
}

function Profile({ account, user }: ProfileProps) {
  const [editing, setEditing] = useState(false);
  const url = useAccount(account)?.url ?? "";
  const opener = useRef<HTMLButtonElement>(null);
  useLostFocus(editing, () => opener.current);
  const edit = (
    <Button ref={opener} icon={Pencil} onClick={() => setEditing(true)}>
      Edit profile
    </Button>
  );
  return (
    <Section
      title="Profile"
      className={styles.wide ?? ""}
      description={
        user.is_admin ? undefined : (
          <>
            Only administrators can change a profile through the service's interface. Change yours{" "}
            <Link href={serviceUrls.profile(url)} target="_blank" rel="noopener noreferrer">
              on the service <Icon of={ExternalLink} size={12} />
            </Link>
            .
          </>
        )
      }
      actions={user.is_admin && !editing ? edit : null}
    >
      {editing ? (
        <EditProfile account={account} user={user} onEnd={() => setEditing(false)} />
      ) : (
        <ProfileFields user={user} />
      )}
    </Section>
  );
}
