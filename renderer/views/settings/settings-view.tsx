import { useParams } from "@tanstack/react-router";
import { Activity, Bell, Code, HardDrive, Info, Keyboard, Network, Palette, Users } from "lucide-react";
import type { ComponentType } from "react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { AboutSection } from "./about-section.tsx";
import { AccountsSection } from "./accounts/accounts-section.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { DiagnosticsSection } from "./diagnostics-section.tsx";
import { EditorSection } from "./editor-section.tsx";
import { KeyboardSection } from "./keyboard/keyboard-section.tsx";
import { NetworkSection } from "./network-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import styles from "./settings.module.css";
import { StorageSection } from "./storage-section.tsx";

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly icon: IconType;
  readonly content: ComponentType;
}

const sections: readonly Entry[] = [
  { id: "accounts", label: "Accounts", icon: Users, content: AccountsSection },
  { id: "appearance", label: "Appearance", icon: Palette, content: AppearanceSection },
  { id: "editor", label: "Editor", icon: Code, content: EditorSection },
  { id: "keyboard", label: "Keyboard", icon: Keyboard, content: KeyboardSection },
  { id: "notifications", label: "Notifications", icon: Bell, content: NotificationsSection },
  { id: "network", label: "Network", icon: Network, content: NetworkSection },
  { id: "storage", label: "Storage", icon: HardDrive, content: StorageSection },
  { id: "diagnostics", label: "Diagnostics", icon: Activity, content: DiagnosticsSection },
  { id: "about", label: "About", icon: Info, content: AboutSection },
];

/** Settings, one section an address. Every change takes effect at once. */
export function SettingsView() {
  const { section } = useParams({ from: "/settings/$section" });
  const chosen = sections.find(({ id }) => id === section);
  const Content = chosen?.content;
  return (
    <div className={styles.view}>
      <nav className={styles.nav} aria-label="Settings">
        {sections.map(({ id, label, icon }) => (
          <AppLink
            key={id}
            href={hrefs.settings(id)}
            className={styles.link}
            aria-current={id === section ? "page" : undefined}
          >
            <Icon of={icon} /> {label}
          </AppLink>
        ))}
      </nav>
      <div className={styles.content}>
        {chosen && Content ? (
          <>
            <h1 className={styles.title}>{chosen.label}</h1>
            <Content />
          </>
        ) : (
          <EmptyState icon={Info} title="Settings section not found" description="Choose another section." />
        )}
      </div>
    </div>
  );
}
