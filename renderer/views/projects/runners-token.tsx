import { useState } from "react";
import { cx } from "../../ui/class-names.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { RevealButton } from "../../ui/reveal-button.tsx";
import styles from "./project-details.module.css";

/**
 * The token that registers runners for a project: hidden until it is revealed. Only maintainers get it from the
 * service.
 */
export function RunnersToken({ token }: { readonly token: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className={cx(flow.clusterTight, styles.token)}>
      <span className={layout.muted}>Registration token</span>
      <code>{shown ? token : "••••••••••••"}</code>
      <RevealButton what="the registration token" isShown={shown} onChange={setShown} />
      <CopyButton text={token} label="Copy the registration token" />
    </div>
  );
}
