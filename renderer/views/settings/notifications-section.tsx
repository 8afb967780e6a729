import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { shellQuery } from "../../api/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { WithSettings } from "./with-settings.tsx";

/** Choice of the system notifications that Helve shows. */
export function NotificationsSection() {
  const { data: shell } = useQuery(shellQuery);
  return (
    <WithSettings>
      {({ notifications }, change) => (
        <>
          <div className={styles.switches}>
            <Switch
              label="When something you watch ends"
              description="A job or pipeline that you watch. Shown inside the window while Helve is in front."
              checked={notifications.watches}
              onChange={(watches) => change({ notifications: { watches } })}
            />
            <Switch
              label="Sound"
              description="Notifications play your system's sound."
              checked={notifications.sound}
              onChange={(sound) => change({ notifications: { sound } })}
            />
          </div>
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
