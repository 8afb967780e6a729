import type { Deployment } from "../../../shared/api/resources/environment-shapes.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { Avatar } from "../../ui/avatar.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./environments.module.css";

interface CommitProps {
  readonly account: string;
  readonly project: string;
  readonly deployment: Deployment;
}

/** The commit of a deployment: its short id, and its title where the service sends it with the job. */
export function DeployedCommit({ account, project, deployment: { sha, deployable } }: CommitProps) {
  const title = deployable?.commit?.title;
  return (
    <AppLink href={hrefs.commit(account, project, sha)} className={styles.commit} title={title}>
      <code>{sha.slice(0, 8)}</code>
      {title ? <span className={styles.commitTitle}>{title}</span> : null}
    </AppLink>
  );
}

/** User who deployed. */
export function DeployedBy({ deployment }: { readonly deployment: Deployment }) {
  const user = deployment.user ?? deployment.deployable?.user;
  if (!user) return null;
  return (
    <span className={styles.user}>
      <Avatar name={user.name} size={16} />
      <span className={layout.ellipsis}>{user.name}</span>
    </span>
  );
}
