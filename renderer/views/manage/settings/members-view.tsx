import { Mail, PencilLine, Plus, Trash2, UsersRound } from "lucide-react";
import { useState } from "react";
import {
  deleteInvitation,
  type Invitation,
  listDirectMembers,
  listInvitations,
  listProjectMembers,
  type Member,
  removeProjectMember,
} from "../../../../shared/api/resources/members.ts";
import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { describeProblem, failureOf } from "../../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../../features/addresses/use-route.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { Unread } from "../../../features/paged-list/list-states.tsx";
import { PersonLink } from "../../../features/people/person-link.tsx";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { Writable } from "../../../ui/forms/destination.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { MenuItem } from "../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../ui/overlays/more-menu.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { AddMember, EditMember } from "./member-dialogs.tsx";
import styles from "./project-settings.module.css";
import { roleName, useGivenLevel } from "./roles.ts";

const membersSearch = { search: anyText };

type Row =
  | { readonly kind: "member"; readonly member: Member; readonly isDirect: boolean }
  | { readonly kind: "invitation"; readonly invitation: Invitation };

const keyOf = (row: Row) => (row.kind === "member" ? row.member.id : row.invitation.invite_email);

/** The people of a project with their roles: its own members, those of its groups, and who was invited. */
export function MembersView() {
  const { project } = useProjectRoute();
  const [{ search = "" }, changeSearch] = useAddressSearch(membersSearch);
  const [adding, setAdding] = useState(false);
  const upTo = useGivenLevel(project);
  const all = useOperationAll(listProjectMembers, { id: project, per_page: 100 });
  const direct = useOperationAll(listDirectMembers, { id: project, per_page: 100 });
  const invited = useOperationAll(listInvitations, upTo > 0 ? { id: project, per_page: 100 } : null);
  useRegisterCommands(
    upTo > 0
      ? [
          {
            id: "member.add",
            title: "Add member…",
            section: "Members",
            icon: Plus,
            run: () => setAdding(true),
          },
        ]
      : [],
  );
  const ids = new Set((direct.data ?? []).map(({ id }) => id));
  const people = uniqueOf([...(all.data ?? []), ...(direct.data ?? [])]);
  const words = search.trim().toLowerCase();
  const matches = (...texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(words));
  const rows: readonly Row[] = [
    ...(invited.data ?? [])
      .filter(({ invite_email }) => matches(invite_email))
      .map((invitation) => ({ kind: "invitation", invitation }) as const),
    ...people
      .filter(({ name, username }) => matches(name, username))
      .map((member) => ({ kind: "member", member, isDirect: ids.has(member.id) }) as const),
  ];
  const { length } = people;
  return (
    <div className={layout.page}>
      <PageHeader
        title="Members"
        icon={UsersRound}
        meta={all.data ? `${length} ${length === 1 ? "member" : "members"}` : null}
        tools={
          <search aria-label="Members">
            <SearchField
              label="Search members"
              value={search}
              onChange={(text) => changeSearch({ search: text })}
            />
          </search>
        }
        actions={
          upTo > 0 ? (
            <Button writes="form" icon={Plus} variant="primary" onClick={() => setAdding(true)}>
              Add member
            </Button>
          ) : null
        }
      />
      {all.error && !all.data ? (
        <Unread error={all.error} name="Members" onRetry={() => void all.refetch()} />
      ) : !all.data ? (
        <Skeleton page lines={8} mark={24} label="Loading members" />
      ) : rows.length === 0 ? (
        <EmptyState icon={UsersRound} title={search ? "No matching members" : "No members"} />
      ) : (
        <VirtualList
          label="Members"
          role="list"
          className={layout.list ?? ""}
          items={rows}
          scope={search}
          itemKey={keyOf}
          rowHeight={36}
          renderItem={(row) =>
            row.kind === "member" ? (
              <MemberRow project={project} member={row.member} isDirect={row.isDirect} upTo={upTo} />
            ) : (
              <InvitationRow project={project} invitation={row.invitation} />
            )
          }
        />
      )}
      {adding ? <AddMember project={project} upTo={upTo} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

/** Returns each person once, with the highest role: a member by several groups may be listed for each. */
function uniqueOf(members: readonly Member[]): readonly Member[] {
  const byId = new Map<number, Member>();
  for (const member of members) {
    const known = byId.get(member.id);
    if (!known || member.access_level > known.access_level) byId.set(member.id, member);
  }
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

interface MemberRowProps {
  readonly project: string;
  readonly member: Member;
  /** Whether it is a member of the project itself. */
  readonly isDirect: boolean;
  readonly upTo: number;
}

function MemberRow({ project, member, isDirect, upTo }: MemberRowProps) {
  const { account } = useProjectRoute();
  const me = useOperation(getCurrentUser, {}, { staleTime: 60_000 }).data;
  const isSelf = me?.id === member.id;
  const mayChange = isDirect && upTo > 0 && member.access_level <= upTo;
  return (
    <div className={cx(layout.row, styles.member)}>
      <span className={styles.person}>
        <PersonAvatar person={member} size={20} />
        <PersonLink account={account} person={member} />
        <span className={cx(layout.muted, layout.ellipsis, styles.username)}>@{member.username}</span>
        {isSelf ? <Badge tone="accent">You</Badge> : null}
        {isDirect ? null : <Badge title="By a group of the project">Group</Badge>}
      </span>
      <span className={styles.until}>{member.expires_at ? `until ${member.expires_at}` : ""}</span>
      <span className={styles.role}>{roleName(member.access_level)}</span>
      <span className={styles.menu}>
        {mayChange || (isDirect && isSelf) ? (
          <MemberMenu project={project} member={member} isSelf={isSelf} mayChange={mayChange} upTo={upTo} />
        ) : null}
      </span>
    </div>
  );
}

interface MemberMenuProps {
  readonly project: string;
  readonly member: Member;
  readonly isSelf: boolean;
  readonly mayChange: boolean;
  readonly upTo: number;
}

function MemberMenu({ project, member, isSelf, mayChange, upTo }: MemberMenuProps) {
  const { account } = useProjectRoute();
  const [editing, setEditing] = useState(false);
  const remove = useWrite(removeProjectMember);
  const go = useGo();
  const { name } = member;
  const confirmRemoval = async () => {
    const isDone = await confirm({
      title: isSelf ? "Leave this project?" : `Remove ${name}?`,
      description: isSelf
        ? "You lose the access that this membership gives you. A maintainer can add you again."
        : `${name} loses the access that this membership gives. What ${name} wrote stays.`,
      confirmLabel: isSelf ? "Leave project" : "Remove member",
      danger: true,
      failureTitle: isSelf ? "You are still a member" : `${name} was not removed`,
      attempt: () => failureOf(remove({ id: project, user_id: member.id })),
    });
    if (!isDone) return;
    toast.success(isSelf ? `Left ${project}` : `Removed ${name}`);
    if (isSelf) go(hrefs.projects(account));
  };
  return (
    <>
      <MoreMenu of={name} size="s">
        {mayChange ? (
          <MenuItem writes="form" icon={PencilLine} onSelect={() => setEditing(true)}>
            Change role…
          </MenuItem>
        ) : null}
        <Writable>
          <MenuItem writes icon={Trash2} danger onSelect={() => void confirmRemoval()}>
            {isSelf ? "Leave project…" : "Remove…"}
          </MenuItem>
        </Writable>
      </MoreMenu>
      {editing ? (
        <EditMember project={project} member={member} upTo={upTo} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}

function InvitationRow({
  project,
  invitation,
}: {
  readonly project: string;
  readonly invitation: Invitation;
}) {
  const withdraw = useWrite(deleteInvitation);
  const { invite_email: email, access_level, expires_at } = invitation;
  const remove = async () => {
    try {
      await withdraw({ id: project, email });
      toast.success(`Withdrew the invitation of ${email}`);
    } catch (error) {
      toast.problem(`The invitation of ${email} was not withdrawn`, describeProblem(error));
    }
  };
  return (
    <div className={cx(layout.row, styles.member)}>
      <span className={styles.person}>
        <Icon of={Mail} size={20} />
        <span className={layout.ellipsis}>{email}</span>
        <Badge>Invited</Badge>
      </span>
      <span className={styles.until}>{expires_at ? `until ${expires_at}` : ""}</span>
      <span className={styles.role}>{roleName(access_level)}</span>
      <span className={styles.menu}>
        <Writable>
          <IconButton
            writes
            size="s"
            icon={Trash2}
            label={`Withdraw the invitation of ${email}`}
            onClick={() => void remove()}
          />
        </Writable>
      </span>
    </div>
  );
}
