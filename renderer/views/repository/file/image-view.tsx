import { History, Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useContext, useState } from "react";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import { getRawFile } from "../../../../shared/api/resources/files.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { operationUrl } from "../../../api/fetch-operation.ts";
import { useOperation } from "../../../api/use-operation.ts";
import preview from "../../../features/file-preview/file-preview.module.css";
import type { RepositoryAtRef } from "../../../features/repository/use-repository.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { SingleKeysContext } from "../../../ui/buttons/kbd.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { ImageCompare } from "../../../ui/images/image-compare.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import { formatBytes } from "../../../ui/values/format-bytes.ts";
import { RelativeTime } from "../../../ui/values/time.tsx";
import repositoryStyles from "../repository.module.css";
import styles from "./file.module.css";
import { LastCommit } from "./file-bar.tsx";

interface ImageViewProps {
  readonly repository: RepositoryAtRef;
  readonly url: string;
  readonly path: string;
  readonly size: number;
  readonly svg: boolean;
}

const zooms = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16] as const;
const focusable = { tabIndex: 0 };

/** An inert image: it runs no scripts and fetches nothing. */
export function ImageView({ repository, url, path, size, svg }: ImageViewProps) {
  const [zoom, setZoom] = useState<number | null>(null);
  const [natural, setNatural] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const [broken, setBroken] = useState(false);
  const [against, setAgainst] = useState<Commit | null>(null);
  const singleKeys = useContext(SingleKeysContext);
  const now = zoom ?? 1;
  const step = (direction: 1 | -1) =>
    setZoom(direction === 1 ? (zooms.find((z) => z > now) ?? now) : (zooms.findLast((z) => z < now) ?? now));
  const onKeyDown = (event: KeyboardEvent) => {
    // With Ctrl or Cmd these zoom the page.
    if (!singleKeys || event.ctrlKey || event.metaKey) return;
    if (event.key === "+" || event.key === "=") step(1);
    else if (event.key === "-") step(-1);
    else if (event.key === "0") setZoom(null);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label="Image">
        <span>
          <LastCommit repository={repository} path={path} />
        </span>
        {svg ? <span title="Shown as an image: scripts in it do not run">Scripts do not run</span> : null}
        {natural && natural.width > 0 ? (
          <span>
            {natural.width} × {natural.height} pixels
          </span>
        ) : null}
        <span>{formatBytes(size)}</span>
        <span>{zoom === null ? "Fit" : `${Math.round(zoom * 100)} %`}</span>
        <IconButton size="s" label="Zoom out" icon={ZoomOut} onClick={() => step(-1)} />
        <IconButton size="s" label="Zoom in" icon={ZoomIn} onClick={() => step(1)} />
        <IconButton
          size="s"
          label="Fit into view"
          icon={Maximize}
          pressed={zoom === null}
          onClick={() => setZoom(null)}
        />
        <PreviousVersion repository={repository} path={path} chosen={against} onChoose={setAgainst} />
      </div>
      {against ? (
        <div className={flow.viewport}>
          <section className={repositoryStyles.scroll} aria-label="Compared" {...focusable}>
            <ImageCompare
              before={{
                url: operationUrl(repository.account, getRawFile, {
                  id: repository.project,
                  file_path: path,
                  ref: against.id,
                }),
                name: `${against.short_id}: ${against.title}`,
              }}
              after={{ url, name: "This version" }}
            />
          </section>
        </div>
      ) : null}
      <div className={flow.viewport} hidden={against !== null}>
        <section
          onKeyDown={onKeyDown}
          className={cx(preview.stage, zoom === null && preview.fit, now > 1 && styles.pixels)}
          aria-label="Image"
          {...focusable}
        >
          {broken ? (
            <p>This file is not an image that can be shown.</p>
          ) : (
            <img
              src={url}
              alt={nameOf(path)}
              style={zoom === null || !natural ? undefined : { width: natural.width * zoom }}
              onLoad={({ currentTarget }) =>
                setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
              }
              onError={() => setBroken(true)}
            />
          )}
        </section>
      </div>
    </>
  );
}

interface PreviousVersionProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  readonly chosen: Commit | null;
  readonly onChoose: (commit: Commit | null) => void;
}

/** Selects a previous version of a file to compare with this one. */
function PreviousVersion({ repository, path, chosen, onChoose }: PreviousVersionProps) {
  const [open, setOpen] = useState(false);
  const commits = useOperation(
    listCommits,
    open || chosen ? { id: repository.project, ref_name: repository.commit.id, path, per_page: 50 } : null,
    { staleTime: Number.POSITIVE_INFINITY },
  );
  // The first one is the version that is shown.
  const previous = (commits.data ?? []).slice(1);
  return (
    <>
      <Combobox
        label="Previous versions"
        trigger={
          <Button size="s" icon={History}>
            {chosen ? `Compared with ${chosen.short_id}` : "Compare"}
          </Button>
        }
        items={previous.map((commit) => ({
          id: commit.id,
          label: commit.title,
          hint: (
            <>
              {commit.short_id} · <RelativeTime time={commit.committed_date ?? commit.created_at ?? ""} />
            </>
          ),
          selected: commit.id === chosen?.id,
        }))}
        onChoose={({ id }) => onChoose(previous.find((commit) => commit.id === id) ?? null)}
        onOpenChange={setOpen}
        loading={commits.isFetching}
        problem={problemText(commits.error)}
        empty="No previous versions"
      />
      {chosen ? (
        <Button size="s" variant="ghost" onClick={() => onChoose(null)}>
          Close comparison
        </Button>
      ) : null}
    </>
  );
}
