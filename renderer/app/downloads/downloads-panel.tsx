import { useQuery } from "@tanstack/react-query";
import { Download as DownloadIcon, FolderOpen, RotateCw, Save, X } from "lucide-react";
import { type Download, downloadRoutes } from "../../../shared/host/downloads.ts";
import { routeUrl } from "../../../shared/host/host-route.ts";
import { shellRoutes } from "../../../shared/host/shell.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { IconButton, Link } from "../../ui/buttons/button.tsx";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import styles from "../status/status-line.module.css";
import { StatusRow } from "../status/status-popover.tsx";

/** Every download of this run, newest first. */
export function DownloadsPanel({ downloads }: { readonly downloads: readonly Download[] }) {
  const { data: shell } = useQuery({
    queryKey: ["shell"],
    queryFn: ({ signal }) => callHost(shellRoutes.get, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  if (downloads.length === 0) {
    return (
      <EmptyState
        compact
        icon={DownloadIcon}
        title="No downloads"
        description="Archives and files that you download appear here."
      />
    );
  }
  return (
    <ul className={styles.list}>
      {downloads.map((download) => (
        <Row key={download.id} download={download} canShow={shell?.can.showInFolder ?? false} />
      ))}
    </ul>
  );
}

const act = (title: string, action: Promise<unknown>) =>
  void action.catch((error: unknown) => toast.problem(title, toProblem(error)));

function Row({ download, canShow }: { readonly download: Download; readonly canShow: boolean }) {
  const { id, name, state, path } = download;
  const active = state === "running" || state === "queued";
  return (
    <StatusRow
      icon={<FileIcon name={name} />}
      actions={
        <>
          {state === "done" && canShow ? (
            <IconButton
              size="s"
              label={`Show ${name} in its folder`}
              icon={FolderOpen}
              onClick={() =>
                act("Could not show the file", callHost(shellRoutes.showDownload, { body: { id } }))
              }
            />
          ) : null}
          {state === "done" && !canShow ? (
            <Link
              href={routeUrl(downloadRoutes.content, { id })}
              download={name}
              aria-label={`Save ${name}`}
              title="Save"
            >
              <Icon of={Save} />
            </Link>
          ) : null}
          {state === "failed" || state === "canceled" || state === "paused" ? (
            <IconButton
              size="s"
              label={download.resumable ? `Resume ${name}` : `Start ${name} again`}
              icon={RotateCw}
              onClick={() => act("Could not resume the download", callHost(downloadRoutes.resume, { id }))}
            />
          ) : null}
          <IconButton
            size="s"
            label={active ? `Cancel ${name}` : `Remove ${name} from list`}
            icon={X}
            onClick={() =>
              active
                ? act("Could not cancel the download", callHost(downloadRoutes.cancel, { id }))
                : act("Could not remove the download from the list", callHost(downloadRoutes.forget, { id }))
            }
          />
        </>
      }
    >
      <span className={layout.title} title={path ?? name}>
        {name}
      </span>
      {active ? <ProgressBar label={name} value={progressOf(download)} /> : null}
      <span className={styles.meta}>{downloadText(download)}</span>
    </StatusRow>
  );
}

/** Returns a download's progress, 0 to 1; null where its size is not known. */
export const progressOf = ({ received, total }: Pick<Download, "received" | "total">): number | null =>
  total === null ? null : total === 0 ? 1 : received / total;

/** Returns one line about a download: progress, speed and time left, or its outcome. */
export function downloadText(download: Download): string {
  const { state, received, total, speed, error } = download;
  const far = total === null ? formatBytes(received) : `${formatBytes(received)} of ${formatBytes(total)}`;
  switch (state) {
    case "queued":
      return "Waiting";
    case "running": {
      if (speed <= 0) return far;
      const left = total === null ? "" : ` · ${durationText((total - received) / speed)} left`;
      return `${far} · ${formatBytes(Math.round(speed))}/s${left}`;
    }
    case "paused":
      return `Paused at ${far}`;
    case "done":
      return formatBytes(received);
    case "failed":
      return error ?? "Failed";
    case "canceled":
      return "Canceled";
  }
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
