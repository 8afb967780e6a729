import { Pencil, Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { getUser, getUserStatus } from "../../../../shared/api/resources/users.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { ProfileFields } from "../../../features/people/profile-fields.tsx";
import { ProjectsOfUser } from "../../../features/people/projects-of-user.tsx";
import { StatusText } from "../../../features/people/status-text.tsx";
import { useAccount } from "../../../state/host-state.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { MenuItem } from "../../../ui/menu-item.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import pane from "../../../ui/table-pane.module.css";
import tones from "../../../ui/tone.module.css";
import { useLostFocus } from "../../../ui/use-lost-focus.ts";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { EditUser } from "./edit-user.tsx";
import { UserMarks } from "./user-cells.tsx";
import { UserKeys } from "./user-keys.tsx";
import styles from "./users.module.css";

interface UserPanelProps {
  readonly account: string;
  readonly id: number;
  readonly onClose: () => void;
}

const sections = [
  { value: "details", label: "Details" },
  { value: "keys", label: "SSH keys" },
  { value: "projects", label: "Projects" },
] as const;
type Section = (typeof sections)[number]["value"];

/** One user beside the table: every field, keys and projects, and what an administrator can do. */
export function UserPanel({ account, id, onClose }: UserPanelProps) {
  const { data, error, refetch } = useOperation(getUser, { id });
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <section
      ref={panel}
      className={pane.panel}
      aria-label={data ? `User ${data.name}` : `User ${id}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && event.target === panel.current) onClose();
      }}
    >
      {data ? (
        <Loaded account={account} user={data} onClose={onClose} />
      ) : (
        <>
          <div className={pane.head}>
            <span className={flow.growText} />
            <IconButton label="Close panel" icon={X} onClick={onClose} />
          </div>
          <div className={pane.panelBody}>
            {error ? (
              <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />
            ) : (
              <Skeleton lines={8} label="Loading user" />
            )}
          </div>
        </>
      )}
    </section>
  );
}

interface LoadedProps {
  readonly account: string;
  readonly user: User;
  readonly onClose: () => void;
}

function Loaded({ account, user, onClose }: LoadedProps) {
  const [section, setSection] = useState<Section>("details");
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useLostFocus(isEditing, () => opener.current);
  const [isDeleting, setDeleting] = useState(false);
  const isSelf = useAccount(account)?.check?.user.id === user.id;
  return (
    <>
      <div className={pane.head}>
        <Avatar name={user.name} size={36} />
        <div className={flow.growText}>
          <h2 className={pane.title}>
            <bdi>{user.name}</bdi>
          </h2>
          <div className={pane.meta}>
            <span>@{user.username}</span>
            <span className={flow.inline}>
              #{user.id} <CopyButton text={String(user.id)} label="Copy user number" />
            </span>
          </div>
        </div>
        <MoreMenu>
          <MenuItem icon={Pencil} onSelect={() => setEditing(true)}>
            Edit
          </MenuItem>
          <MenuItem icon={Trash2} danger disabled={isSelf} onSelect={() => setDeleting(true)}>
            {isSelf ? "Delete (not yourself)" : "Delete…"}
          </MenuItem>
        </MoreMenu>
        <IconButton label="Close panel" icon={X} onClick={onClose} />
      </div>
      {isEditing ? (
        <EditUser account={account} user={user} onEnd={() => setEditing(false)} />
      ) : (
        <>
          <div className={pane.sections}>
            <SegmentedControl label="Section" value={section} onChange={setSection} options={sections} />
            {section === "details" ? (
              <Button
                ref={opener}
                size="s"
                className={styles.edit}
                icon={Pencil}
                onClick={() => setEditing(true)}
              >
                Edit
              </Button>
            ) : null}
          </div>
          <div className={pane.panelBody}>
            {section === "details" ? <Details account={account} user={user} /> : null}
            {section === "keys" ? <UserKeys account={account} user={user} /> : null}
            {section === "projects" ? (
              <ProjectsOfUser account={account} id={user.id} name={user.name} />
            ) : null}
          </div>
        </>
      )}
      {isDeleting ? (
        <DeleteUserDialog
          user={user}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false);
            onClose();
          }}
        />
      ) : null}
    </>
  );
}

function Details({ account, user }: { readonly account: string; readonly user: User }) {
  const status = useOperation(getUserStatus, { id_or_username: user.id }).data;
  return (
    <>
      <div className={styles.marksLine}>
        <UserMarks user={user} />
        <AppLink href={hrefs.user(account, user.username)} className={cx(tones.accent, styles.link)}>
          Public profile
        </AppLink>
      </div>
      <p className={layout.note}>
        {user.state === "active"
          ? "This service has no API for blocking or deactivating users. Do it on its website."
          : "Tokens of this user are refused. Users are unblocked on the service: its interface has no operation for that."}
      </p>
      {status && (status.emoji || status.message) ? (
        <StatusText emoji={status.emoji || "speech_balloon"} message={status.message ?? ""} />
      ) : null}
      <ProfileFields user={user} />
    </>
  );
}
