import { useQuery } from "@tanstack/react-query";
import { shellQuery } from "../../api/settings.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAccount, useAccounts } from "../../state/host-state.ts";
import { useLayout } from "../../state/layout.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

const platforms = { linux: "Linux", macos: "macOS", windows: "Windows", other: "another system" } as const;

export function AboutSection() {
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
          description={`Read and try every operation that Helve uses on ${account.name}.`}
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
