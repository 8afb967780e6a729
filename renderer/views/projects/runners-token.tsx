import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./project-details.module.css";

/**
 * The token that registers runners for a project: hidden until it is revealed. Only maintainers get it from the
 * service.
 */
export function RunnersToken({ token }: { readonly token: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.token}>
      <span className={layout.muted}>Registration token</span>
      <code>{shown ? token : "••••••••••••"}</code>
      <IconButton
        label={shown ? "Hide the registration token" : "Show the registration token"}
        icon={shown ? EyeOff : Eye}
        size="s"
        onClick={() => setShown(!shown)}
      />
      <CopyButton text={token} label="Copy the registration token" />
    </div>
  );
}
