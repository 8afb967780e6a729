import type { ReactNode } from "react";
import type { User } from "../../../shared/api/resources/user-shapes.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { Link } from "../../ui/buttons/button.tsx";
import { emojiNamed } from "../../ui/emoji/emoji.ts";
import { useEmoji } from "../../ui/emoji/use-emoji.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import layout from "../../ui/theme/layout.module.css";
import { RelativeDay, RelativeTime } from "../../ui/values/time.tsx";
import { ServiceMarkdown } from "../markdown/service-markdown.tsx";
import styles from "./people.module.css";

type Field = readonly [name: string, value: ReactNode];

/**
 * The documented fields of a user; what the service leaves out is not listed, nor are the numbers of its own pages'
 * colours.
 */
export function ProfileFields({ user }: { readonly user: User }) {
  return (
    <div className={styles.columns}>
      <Fields label="About" fields={about(user)} />
      <Fields label="Account" fields={account(user)} />
      <Fields label="Permissions" fields={permissions(user)} />
    </div>
  );
}

const about = (user: User): readonly Field[] => [
  ["Name", user.name],
  ["User name", `@${user.username}`],
  ["Bio", user.bio],
  ["Location", user.location],
  ["Organization", user.organization],
  ["Public email", user.public_email],
  ["Website", webLink(user.website_url)],
  ["Skype", user.skype],
  ["LinkedIn", user.linkedin],
  ["Twitter", user.twitter],
  ["Profile page", webLink(user.web_url)],
];

const account = (user: User): readonly Field[] => [
  ["Email", user.email],
  ["State", user.state && capitalize(user.state)],
  ["Created", time(user.created_at)],
  ["Email confirmed", time(user.confirmed_at)],
  ["Current sign-in", time(user.current_sign_in_at)],
  ["Last sign-in", time(user.last_sign_in_at)],
  ["Last activity", day(user.last_activity_on)],
  ["Two-factor authentication", onOff(user.two_factor_enabled)],
  ["Identities", user.identities && identities(user.identities)],
];

const permissions = (user: User): readonly Field[] => [
  ["Administrator", yesNo(user.is_admin)],
  ["External user", yesNo(user.external)],
  ["Private profile", yesNo(user.private_profile)],
  ["May create groups", yesNo(user.can_create_group)],
  ["May create projects", yesNo(user.can_create_project)],
  ["Project limit", user.projects_limit?.toLocaleString()],
  ["Highest role", user.highest_role === undefined ? null : (roles[user.highest_role] ?? user.highest_role)],
];

const roles: Readonly<Record<number, string>> = {
  0: "None",
  10: "Guest",
  20: "Reporter",
  30: "Developer",
  40: "Maintainer",
  50: "Owner",
};

interface FieldsProps {
  readonly label: string;
  readonly fields: readonly Field[];
}

function Fields({ label, fields }: FieldsProps) {
  const known = fields.filter(([, value]) => value !== undefined);
  return (
    <section aria-label={label}>
      <h3 className={styles.heading}>{label}</h3>
      <dl>
        {known.map(([name, value]) => (
          <div key={name} className={styles.pair}>
            <dt>{name}</dt>
            <dd>{value === null || value === "" ? <span className={layout.muted}>Not set</span> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const time = (value: string | null | undefined): ReactNode =>
  value ? <RelativeTime time={value} /> : value === undefined ? undefined : "Never";

const day = (value: string | null | undefined): ReactNode =>
  value ? <RelativeDay day={value} /> : value === undefined ? undefined : "Never";

const yesNo = (value: boolean | null | undefined): ReactNode =>
  value === undefined ? undefined : value ? "Yes" : "No";

const onOff = (value: boolean | undefined): ReactNode =>
  value === undefined ? undefined : value ? <Badge tone="added">Enabled</Badge> : "Disabled";

const identities = (all: NonNullable<User["identities"]>): ReactNode =>
  all.length === 0 ? "None" : all.map(({ provider, extern_uid: uid }) => `${provider} (${uid})`).join(", ");

const webLink = (url: string | null | undefined): ReactNode =>
  url ? (
    <Link href={url} target="_blank" rel="noopener noreferrer">
      {url.replace(/^https?:\/\//, "")}
    </Link>
  ) : (
    url
  );

interface StatusTextProps {
  /** Name of the emoji, without colons. */
  readonly emoji: string;
  /** Markdown, with emoji codes. */
  readonly message: string;
}

/** A status as others see it. */
export function StatusText({ emoji, message }: StatusTextProps) {
  const table = useEmoji(true);
  const named = (name: string) => (table ? emojiNamed(table.byName, name) : null) ?? `:${name}:`;
  return (
    <div className={styles.status}>
      <span className={styles.emoji}>{named(emoji)}</span>
      {message ? <ServiceMarkdown text={message} scope={{ account: null, project: null }} /> : null}
    </div>
  );
}
