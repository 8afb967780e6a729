import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { StatusIcon } from "../../features/ci/status-badge.tsx";
import { isActiveStatus, statusStyle } from "../../features/ci/status-style.ts";
import { useLivePipelines } from "../../features/ci/use-live-pipelines.ts";
import { useAccount } from "../../state/host-state.ts";
import { useAppLocation } from "../navigation/use-app-location.ts";
import styles from "../status/status-line.module.css";

/** Milliseconds for which a failure is shown. */
const recentMs = 24 * 3_600_000;

/** The user's running pipelines in the current project, else the last one where it failed. */
export function UserPipelines() {
  const location = useAppLocation();
  const here = location.kind === "project" ? location : null;
  const account = useAccount(here?.account ?? null);
  const username = account?.check?.user.username;
  const input = here && username ? { id: here.project, username, per_page: 10 } : null;
  const { data } = useLivePipelines(input, here?.account);
  if (!here || !data) return null;
  const active = data.filter(({ status }) => isActiveStatus(status));
  const last = data[0];
  const failed =
    last?.status === "failed" && Date.now() - Date.parse(last.updated_at ?? "") < recentMs ? last : undefined;
  const shown = active[0] ?? failed;
  if (!shown) return null;
  const href =
    active.length > 1
      ? hrefs.project(here.account, here.project, "pipelines")
      : hrefs.pipeline(here.account, here.project, String(shown.id));
  return (
    <AppLink href={href} className={styles.item}>
      <StatusIcon status={shown.status} size={13} decorative />
      <span className={styles.label}>
        {active.length > 1
          ? `${active.length} of your pipelines run`
          : `Your pipeline #${shown.id}: ${statusStyle(shown.status).word.toLowerCase()}`}
      </span>
    </AppLink>
  );
}
