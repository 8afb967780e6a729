import { useQuery } from "@tanstack/react-query";
import { shellQuery } from "../../api/settings.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

const platforms = { linux: "Linux", macos: "macOS", windows: "Windows", other: "another system" } as const;

export function AboutSection() {
  const { data: shell } = useQuery(shellQuery);
  if (!shell) return <Skeleton lines={4} label="Loading" />;
  const where = `${shell.kind === "desktop" ? "desktop window" : "browser window"} on ${platforms[shell.platform]}`;
  const details = `Helve ${shell.version}, ${where}, ${navigator.userAgent}`;
  return (
    <>
      <p className={styles.lead}>
        Helve is the handle for your code: browse, edit and commit on any service with the /api/v4 interface.
        Your work stays between this machine and the services that you add. There is no telemetry.
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
            ? "Tokens are kept in the system's keychain."
            : "No system keychain available; tokens are kept in memory until Helve ends."
        }
      >
        <span className={styles.value}>{shell.keychain ? "available" : "not available"}</span>
      </SettingRow>
      <SettingRow title="Licence" description="Free software; the text is in the file LICENSE.">
        <span className={styles.value}>MIT</span>
      </SettingRow>
    </>
  );
}
