import { Bell, X } from "lucide-react";
import { endedWord } from "../../../shared/host/watch-end.ts";
import { type Watch, watchRoutes } from "../../../shared/host/watches.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { StatusIcon, statusStyle } from "../../features/ci/ci-status.tsx";
import { useAccountLabel } from "../../state/host-state.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "../status/status-line.module.css";
import { StatusRow } from "../status/status-popover.tsx";

interface WatchesPanelProps {
  readonly watches: readonly Watch[];
  /** Called when one of them is opened. */
  readonly onOpen: () => void;
}

/** Every watched job and pipeline, newest first, and those that have ended until they are removed. */
export function WatchesPanel({ watches, onOpen }: WatchesPanelProps) {
  const label = useAccountLabel();
  if (watches.length === 0) {
    return (
      <EmptyState
        compact
        icon={Bell}
        title="No watched jobs or pipelines"
        description="Watch a job or pipeline to be notified when it ends."
      />
    );
  }
  const act = (title: string, action: Promise<void>) =>
    void action.catch((error: unknown) => toast.problem(title, toProblem(error)));
  return (
    <>
      <h2 className={styles.heading}>Watching</h2>
      <ul className={styles.list}>
        {watches.map((watch) => (
          <StatusRow
            key={watch.key}
            icon={<StatusIcon status={watch.status ?? "created"} />}
            actions={
              <IconButton
                size="s"
                icon={X}
                label={
                  watch.endedAt === null ? `Stop watching ${watch.name}` : `Remove ${watch.name} from list`
                }
                onClick={() =>
                  act("The list was not changed", callHost(watchRoutes.remove, { key: watch.key }))
                }
              />
            }
          >
            <AppLink href={watch.path} className={layout.title} onClick={onOpen}>
              {watch.name}
            </AppLink>
            <span className={styles.meta}>
              {watch.project}
              {label(watch.accountId) ? ` · ${label(watch.accountId)}` : ""}
              {watch.ref === null ? null : ` · ${watch.ref}`}
              {watch.endedAt === null ? (
                ` · ${statusStyle(watch.status ?? "created").word}`
              ) : (
                <>
                  {` · ${endedWord(watch)} `}
                  <RelativeTime time={watch.endedAt} />
                </>
              )}
            </span>
          </StatusRow>
        ))}
      </ul>
      {watches.some(({ endedAt }) => endedAt !== null) ? (
        <div className={styles.foot}>
          <Button
            size="s"
            variant="ghost"
            onClick={() => act("The list was not changed", callHost(watchRoutes.removeEnded))}
          >
            Remove ended
          </Button>
        </div>
      ) : null}
    </>
  );
}
