import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import {
  Activity,
  Bell,
  Code,
  Contrast,
  HardDrive,
  Info,
  Keyboard,
  Monitor,
  Moon,
  Network,
  Palette,
  Sun,
  Users,
  Wrench,
} from "lucide-react";
import { type ComponentType, useState } from "react";
import { shellQuery } from "../../api/host-queries.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { savePreferences } from "../../features/preferences/save-preferences.ts";
import { accountIdentity, useAccount, useAccounts } from "../../state/host-state.ts";
import { useLayout } from "../../state/layout.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { AccountsSection } from "./accounts/accounts-section.tsx";
import { DiagnosticsSection } from "./diagnostics-section.tsx";
import { KeyboardSection } from "./keyboard-section.tsx";
import { NetworkSection } from "./network-section.tsx";
import { NumberSetting, SettingRow } from "./setting-fields.tsx";
import styles from "./settings.module.css";
import { StorageSection } from "./storage-section.tsx";
import { ToolsSection } from "./tools-section.tsx";
import { WithSettings } from "./with-settings.tsx";

const themeTexts = {
  system: "Follows your system theme.",
  light: "Light, whatever your system has.",
  dark: "Dark, whatever your system has.",
  contrast: "High contrast, whatever your system has.",
} as const;

function AppearanceSection() {
  const { theme, density, motion, font, fontSize } = usePreferences();
  return (
    <>
      <SettingRow title="Theme" description={themeTexts[theme]}>
        <SegmentedControl
          label="Theme"
          value={theme}
          onChange={(next) => savePreferences({ theme: next })}
          options={[
            { value: "system", label: "System", icon: Monitor },
            { value: "light", label: "Light", icon: Sun },
            { value: "dark", label: "Dark", icon: Moon },
            { value: "contrast", label: "High contrast", icon: Contrast },
          ]}
        />
      </SettingRow>
      <SettingRow title="Density" description="Spacing of lists and controls.">
        <SegmentedControl
          label="Density"
          value={density}
          onChange={(next) => savePreferences({ density: next })}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
      </SettingRow>
      <SettingRow title="Font" description="Inter is part of Helve and looks the same on every system.">
        <SegmentedControl
          label="Font"
          value={font}
          onChange={(next) => savePreferences({ font: next })}
          options={[
            { value: "inter", label: "Inter" },
            { value: "system", label: "System" },
          ]}
        />
      </SettingRow>
      <NumberSetting
        title="Text size"
        description="Applies to everything except code."
        unit="px"
        value={fontSize}
        min={11}
        max={20}
        onChange={(next) => savePreferences({ fontSize: next })}
      />
      <SettingRow title="Motion" description="Reduced motion removes animations.">
        <SegmentedControl
          label="Motion"
          value={motion}
          onChange={(next) => savePreferences({ motion: next })}
          options={[
            { value: "system", label: "System" },
            { value: "reduced", label: "Reduced" },
            { value: "full", label: "Full" },
          ]}
        />
      </SettingRow>
    </>
  );
}

/** Kinds of news of services. */
const newsSwitches = [
  {
    kind: "requests",
    label: "Requests",
    description: "A review, an approval or access is requested, or a merge request is assigned to you.",
  },
  {
    kind: "replies",
    label: "Replies and mentions",
    description: "Comments where you take part or are mentioned, and submitted reviews.",
  },
  {
    kind: "failures",
    label: "Failures",
    description: "The pipeline of your merge request failed, or it cannot be merged.",
  },
] as const;

/** Choice of the system notifications that Helve shows. */
function NotificationsSection() {
  const { data: shell } = useQuery(shellQuery);
  return (
    <WithSettings>
      {({ notifications }, change) => (
        <>
          <div className={styles.switches}>
            <Switch
              label="When something you watch ends"
              description="A job, a pipeline or an automatic merge that you watch. Shown inside the window while Helve is in front."
              checked={notifications.watches}
              onChange={(watches) => change({ notifications: { watches } })}
            />
            {newsSwitches.map(({ kind, label, description }) => (
              <Switch
                key={kind}
                label={label}
                description={description}
                checked={notifications[kind]}
                onChange={(isOn) => change({ notifications: { [kind]: isOn } })}
              />
            ))}
            <Switch
              label="Sound"
              description="Notifications play your system's sound."
              checked={notifications.sound}
              onChange={(sound) => change({ notifications: { sound } })}
            />
          </div>
          {shell?.kind === "desktop" ? (
            <div className={styles.switches}>
              <Switch
                label="Unread entries on the icon"
                description="The icon of Helve has the number of unread entries of your inbox."
                checked={notifications.badge}
                onChange={(badge) => change({ notifications: { badge } })}
              />
              <Switch
                label="Entry in the system tray"
                description="Shows your first unread entries. Helve keeps running without a window."
                checked={notifications.tray}
                onChange={(tray) => change({ notifications: { tray } })}
              />
            </div>
          ) : null}
          {shell && !shell.can.notify ? <BrowserPermission /> : null}
        </>
      )}
    </WithSettings>
  );
}

const permissionTexts: Readonly<Record<NotificationPermission, string>> = {
  granted: "This browser shows Helve's notifications.",
  denied: "This browser blocks Helve's notifications. Allow them in its settings for this site.",
  default: "This browser asks when you first watch something.",
};

function BrowserPermission() {
  const [permission, setPermission] = useState<NotificationPermission>(
    "Notification" in window ? Notification.permission : "denied",
  );
  return (
    <SettingRow title="Browser" description={permissionTexts[permission]}>
      {permission === "default" ? (
        <Button onClick={() => void Notification.requestPermission().then(setPermission)}>
          Allow notifications
        </Button>
      ) : null}
    </SettingRow>
  );
}

const platforms = { linux: "Linux", macos: "macOS", windows: "Windows", other: "another system" } as const;

function AboutSection() {
  const { data: shell } = useQuery(shellQuery);
  const accounts = useAccounts();
  const last = useAccount(useLayout((state) => state.account));
  const account = last ?? accounts[0];
  if (!shell) return <Skeleton lines={4} label="Loading" />;
  const where = `${shell.kind === "desktop" ? "desktop window" : "browser window"} on ${platforms[shell.platform]}`;
  const details = `Helve ${shell.version}, ${where}, ${navigator.userAgent}`;
  return (
    <>
      <p className={styles.lead}>
        A desktop client for code-hosting services with the GitLab-compatible /api/v4 interface. Your work
        stays between this computer and the services that you add. No telemetry.
      </p>
      <SettingRow title="Version" description={`A ${where}.`}>
        <span className={styles.value}>
          {shell.version}
          <CopyButton text={details} label="Copy version details" />
        </span>
      </SettingRow>
      <SettingRow
        title="Keychain"
        description={
          shell.keychain
            ? "Tokens are stored in the system keychain."
            : "No system keychain available. Tokens are kept in memory until you quit Helve."
        }
      >
        <span className={styles.value}>{shell.keychain ? "Available" : "Not available"}</span>
      </SettingRow>
      {account ? (
        <SettingRow
          title="API reference"
          description={`Read and try every operation that Helve uses as ${accountIdentity(accounts, account)}.`}
        >
          <Button asChild>
            <AppLink href={hrefs.reference(account.id)}>Open API reference</AppLink>
          </Button>
        </SettingRow>
      ) : null}
      <SettingRow title="License" description="Free software. The full text is in the file LICENSE.">
        <span className={styles.value}>MIT</span>
      </SettingRow>
    </>
  );
}

function EditorSection() {
  const { codeSize, wordWrap, minimap, showWhitespace, diff } = usePreferences();
  return (
    <>
      <NumberSetting
        title="Code size"
        description="Files, diffs and logs."
        unit="px"
        value={codeSize}
        min={10}
        max={24}
        onChange={(next) => savePreferences({ codeSize: next })}
      />
      <SettingRow title="Diffs" description="One column, or old and new side by side.">
        <SegmentedControl
          label="Diffs"
          value={diff}
          onChange={(next) => savePreferences({ diff: next })}
          options={[
            { value: "unified", label: "Unified" },
            { value: "split", label: "Split" },
          ]}
        />
      </SettingRow>
      <div className={styles.switches}>
        <Switch
          label="Wrap long lines"
          description="Instead of scrolling sideways."
          checked={wordWrap}
          onChange={(next) => savePreferences({ wordWrap: next })}
        />
        <Switch
          label="Minimap"
          description="An overview of the file at the right of the editor."
          checked={minimap}
          onChange={(next) => savePreferences({ minimap: next })}
        />
        <Switch
          label="Show whitespace"
          description="Spaces and tabs as faint marks."
          checked={showWhitespace}
          onChange={(next) => savePreferences({ showWhitespace: next })}
        />
      </div>
    </>
  );
}

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
  { id: "tools", label: "Tools", icon: Wrench, content: ToolsSection },
  { id: "diagnostics", label: "Diagnostics", icon: Activity, content: DiagnosticsSection },
  { id: "about", label: "About", icon: Info, content: AboutSection },
];

/** Settings, one section an address. Every change takes effect at once. */
export function SettingsView() {
  const { section } = useParams({ from: "/settings/$section" });
  const chosen = sections.find(({ id }) => id === section);
  const Content = chosen?.content;
  return (
    <div className={layout.page}>
      {chosen ? <PageHeader title={chosen.label} icon={chosen.icon} /> : null}
      <div className={flow.fillScroll}>
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
            {Content ? (
              <Content />
            ) : (
              <EmptyState
                icon={Info}
                title="Settings section not found"
                description="Choose another section."
              />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
