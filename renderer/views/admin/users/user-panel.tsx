import { Pencil, Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { listUserProjects } from "../../../../shared/api/resources/projects.ts";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { deleteUser, getUser, getUserStatus, updateUser } from "../../../../shared/api/resources/users.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { ProfileFields, StatusText } from "../../../features/people/profile-fields.tsx";
import { ProjectsOfUser } from "../../../features/people/projects-of-user.tsx";
import { useAccount } from "../../../state/host-state.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import pane from "../../../ui/lists/table-pane.module.css";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { MenuItem } from "../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../ui/overlays/more-menu.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { useLostFocus } from "../../../ui/overlays/use-focus-return.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import tones from "../../../ui/theme/tone.module.css";
import styles from "./admin-users.module.css";
import { UserMarks } from "./user-cells.tsx";
import { checkUserForm, toUserForm, toUserUpdate, useUserDraft } from "./user-form.ts";
import { UserFormFields } from "./user-form-fields.tsx";
import { UserKeys } from "./user-keys.tsx";

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
        <PersonAvatar person={user} size={36} />
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

interface EditUserProps {
  readonly account: string;
  readonly user: User;
  readonly onEnd: () => void;
}

/** Edits a user. The draft is stored until it is saved or discarded. */
function EditUser({ account, user, onEnd }: EditUserProps) {
  const draft = useUserDraft(`user ${account} ${user.id}`, toUserForm(user));
  const { base, form, unstored, isChanged } = draft;
  const write = useWrite(updateUser);
  const errors = checkUserForm(form, unstored, false);
  const isReady = isChanged && Object.keys(errors).length === 0;
  const submission = useSubmit(async () => {
    const input = toUserUpdate(user.id, base, form, unstored);
    if (input) await write(input);
    toast.success(`Saved ${form.name}`);
    draft.clear();
    onEnd();
  });
  return (
    <Form className={flow.fillColumn} aria-label="Edit user" submission={submission} isReady={isReady}>
      <div className={pane.panelBody}>
        <UserFormFields
          form={form}
          unstored={unstored}
          errors={errors}
          isNew={false}
          hasNewEmail={form.email !== base.email}
          onChange={draft.change}
          onUnstored={draft.changeUnstored}
        />
        <FormFailure submission={submission} />
      </div>
      <div className={pane.actions}>
        <DiscardButton
          isChanged={isChanged}
          onClick={() => {
            draft.discard(`changes to ${user.name}`);
            onEnd();
          }}
        />
        <Destination />
        <Button type="submit" variant="primary" loading={submission.isPending} disabled={!isReady}>
          Save changes
        </Button>
      </div>
    </Form>
  );
}

interface DeleteUserDialogProps {
  readonly user: User;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a user after explaining what happens to their data and asking for their name. */
function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const [hard, setHard] = useState(false);
  const [typed, setTyped] = useState("");
  const projects = useOperation(listUserProjects, { user_id: user.id, simple: true, per_page: 1 });
  const count = projects.response?.paging.total ?? projects.data?.length;
  const write = useWrite(deleteUser);
  const submission = useSubmit(async () => {
    await write({ id: user.id, hard_delete: hard || undefined });
    toast.success(`Deleted ${user.name}`);
    onDeleted();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Delete ${user.name}?`}
      description="This cannot be undone."
      submitLabel={hard ? "Delete user and contributions" : "Delete user"}
      danger
      submission={submission}
      isReady={typed === user.username}
    >
      <Consequences hard={hard} projects={count} />
      <Checkbox
        label="Delete contributions and solely owned groups too"
        description="Instead of keeping them under the ghost user"
        checked={hard}
        onChange={setHard}
      />
      <TextField label={`Type “${user.username}” to confirm`} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}

interface ConsequencesProps {
  readonly hard: boolean;
  /** Number of projects in the user's own namespace; undefined until counted. */
  readonly projects: number | undefined;
}

function Consequences({ hard, projects }: ConsequencesProps) {
  const own =
    projects === undefined
      ? "Projects in their own namespace, with repositories"
      : projects === 0
        ? null
        : `${projects.toLocaleString()} ${projects === 1 ? "project" : "projects"} in their own namespace, with ${projects === 1 ? "its repository" : "repositories"}`;
  const written = "Merge requests, issues, snippets and comments they wrote";
  return (
    <div className={styles.consequences}>
      <h3>Deleted</h3>
      <ul>
        <li>The account, with its tokens, SSH keys, settings and memberships</li>
        {own ? <li>{own}</li> : null}
        {hard ? (
          <>
            <li>{written}</li>
            <li>Groups that nobody else owns, with all their projects, in the background</li>
          </>
        ) : null}
      </ul>
      <h3>Kept</h3>
      <ul>
        {hard ? null : <li>{written}: their author becomes the ghost user</li>}
        <li>Commits in repositories of others</li>
        {hard ? null : (
          <li>Groups that nobody else owns: the service refuses until another owner is named</li>
        )}
      </ul>
    </div>
  );
}
