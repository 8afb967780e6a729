import { Ban, CirclePause, ShieldCheck, UserRoundX } from "lucide-react";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { capitalize } from "../../../../shared/text/capitalize.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import type { TableColumn } from "../../../ui/lists/virtual-table.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeDay, RelativeTime } from "../../../ui/values/time.tsx";
import cellStyles from "./admin-users.module.css";

/** Columns of the users, in order. */
export const userColumns: readonly TableColumn<User>[] = [
  {
    key: "name",
    header: "User",
    width: "minmax(160px, 1.6fr)",
    sortable: true,
    cell: (user) => (
      <span className={flow.inline}>
        <PersonAvatar person={user} size={28} />
        <span className={cellStyles.two}>
          <bdi className={layout.title}>{user.name}</bdi>
          <span className={layout.meta}>@{user.username}</span>
        </span>
      </span>
    ),
  },
  {
    key: "marks",
    header: "State and role",
    width: "minmax(110px, 1.4fr)",
    cell: (user) => <UserMarks user={user} />,
  },
  {
    key: "email",
    header: "Email",
    width: "minmax(140px, 1.4fr)",
    from: 620,
    cell: (user) => <span className={layout.ellipsis}>{user.email ?? "–"}</span>,
  },
  {
    key: "two-factor",
    header: "Two-factor",
    width: "96px",
    from: 860,
    cell: ({ two_factor_enabled: on }) => (on === undefined ? "–" : on ? "Enabled" : "Disabled"),
  },
  {
    key: "activity",
    header: "Last activity",
    width: "112px",
    from: 740,
    cell: ({ last_activity_on: day }) =>
      day ? <RelativeDay day={day} /> : <span className={layout.muted}>Never</span>,
  },
  {
    key: "created_at",
    header: "Created",
    width: "112px",
    from: 980,
    sortable: true,
    cell: ({ created_at: time }) => (time ? <RelativeTime time={time} /> : "–"),
  },
];

const states = {
  blocked: { label: "Blocked", icon: Ban },
  deactivated: { label: "Deactivated", icon: CirclePause },
} as const;

/** State, role and limits of a user as badges. */
export function UserMarks({ user }: { readonly user: User }) {
  // One of the others says more than that the user is active.
  const isPlain = user.state === "active" && (user.is_admin === true || user.external === true);
  const state = Object.entries(states).find(([name]) => name === user.state)?.[1];
  return (
    <span className={cellStyles.marks}>
      {state ? (
        <Badge tone="danger" icon={state.icon}>
          {state.label}
        </Badge>
      ) : isPlain ? null : (
        <Badge>{capitalize(user.state ?? "unknown")}</Badge>
      )}
      {user.is_admin ? (
        <Badge tone="accent" icon={ShieldCheck}>
          Administrator
        </Badge>
      ) : null}
      {user.external ? (
        <Badge tone="warning" icon={UserRoundX}>
          External
        </Badge>
      ) : null}
    </span>
  );
}
