import { useParams } from "@tanstack/react-router";
import { Bell, KeyRound, UserRound } from "lucide-react";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAccountPicture } from "../../features/pictures/use-account-picture.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { KeysTab } from "./keys/keys-tab.tsx";
import styles from "./me.module.css";
import { NotificationsTab } from "./notifications/notifications-tab.tsx";
import { ProfileTab } from "./profile/profile-tab.tsx";

const tabs = [
  { name: "profile", label: "Profile", icon: UserRound },
  { name: "keys", label: "SSH keys", icon: KeyRound },
  { name: "notifications", label: "Notifications", icon: Bell },
] as const;

/** The user that an account's token belongs to: profile and status, SSH keys, notification levels. */
export function MeView() {
  const { account, tab } = useParams({ from: "/a/$account/me/$tab" });
  const { data: user } = useOperation(getCurrentUser, {});
  const picture = useAccountPicture(account, user?.avatar_url);
  const current = tabs.find(({ name }) => name === tab)?.name ?? "profile";
  return (
    <div className={cx(layout.page, styles.page)}>
      <PageHeader
        title={user?.name ?? "Me"}
        mark={<Avatar name={user?.name ?? "Me"} src={picture} size={36} />}
        meta={user ? `@${user.username}` : undefined}
      />
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
      {current === "notifications" ? <NotificationsTab /> : current === "keys" ? <KeysTab /> : <ProfileTab />}
    </div>
  );
}
