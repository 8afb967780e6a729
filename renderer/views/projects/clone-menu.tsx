import { Download } from "lucide-react";
import type { Project } from "../../../shared/api/resources/projects.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import layout from "../../ui/layout.module.css";
import { Popover } from "../../ui/popover.tsx";
import styles from "./projects.module.css";

/** The clone URLs of a project. */
export function CloneMenu({ project }: { readonly project: Project }) {
  const addresses = [
    { protocol: "HTTP", url: project.http_url_to_repo },
    { protocol: "SSH", url: project.ssh_url_to_repo },
  ].filter(({ url }) => url !== "");
  return (
    <Popover label="Clone" align="end" trigger={<Button icon={Download}>Clone</Button>}>
      <dl className={styles.clone}>
        {addresses.map(({ protocol, url }) => (
          <div key={protocol}>
            <dt>Clone with {protocol}</dt>
            <dd>
              <code>{url}</code>
              <CopyButton text={url} label={`Copy ${protocol} URL`} />
            </dd>
          </div>
        ))}
      </dl>
      {addresses.length === 0 ? <p className={cx(layout.note, styles.inset)}>No URL available</p> : null}
    </Popover>
  );
}
