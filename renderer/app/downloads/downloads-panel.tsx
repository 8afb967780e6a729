import { useQuery } from "@tanstack/react-query";
import { Download as DownloadIcon, FolderOpen, RotateCw, Save, X } from "lucide-react";
import type { Download } from "../../../shared/host/downloads.ts";
import {
  cancelDownload,
  downloadContentUrl,
  forgetDownload,
  resumeDownload,
  showDownload,
} from "../../api/downloads.ts";
import { toProblem } from "../../api/host.ts";
import { readShell } from "../../api/settings.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FileIcon } from "../../ui/file-icon.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { Link } from "../../ui/link.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "../status/status-popover.module.css";
import { StatusRow } from "../status/status-popover.tsx";
import { downloadText, progressOf } from "./download-text.ts";

/** Every download of this run, newest first. */
export function DownloadsPanel({ downloads }: { readonly downloads: readonly Download[] }) {
  const { data: shell } = useQuery({
    queryKey: ["shell"],
    queryFn: ({ signal }) => readShell(signal),
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

const act = (title: string, action: Promise<void>) =>
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
              onClick={() => act("Could not show the file", showDownload(id))}
            />
          ) : null}
          {state === "done" && !canShow ? (
            <Link href={downloadContentUrl(id)} download={name} aria-label={`Save ${name}`} title="Save">
              <Icon of={Save} />
            </Link>
          ) : null}
          {state === "failed" || state === "canceled" || state === "paused" ? (
            <IconButton
              size="s"
              label={download.resumable ? `Resume ${name}` : `Start ${name} again`}
              icon={RotateCw}
              onClick={() => act("Could not resume the download", resumeDownload(id))}
            />
          ) : null}
          <IconButton
            size="s"
            label={active ? `Cancel ${name}` : `Remove ${name} from list`}
            icon={X}
            onClick={() =>
              active
                ? act("Could not cancel the download", cancelDownload(id))
                : act("Could not remove the download from the list", forgetDownload(id))
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
