import { Download, ExternalLink, FileCheck, Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ReleaseLink } from "../../../shared/api/resources/release-links.ts";
import type { Release } from "../../../shared/api/resources/releases.ts";
import { getArchive } from "../../../shared/api/resources/repository.ts";
import { getProjectUpload } from "../../../shared/api/resources/uploads.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { downloadWithNotice } from "../../features/file-preview/download-with-notice.ts";
import { projectUpload } from "../../features/markdown/service-addresses.ts";
import { useAccount } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { acceptFiles, pickFiles } from "../../ui/forms/pick-files.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { typeName } from "./link-types.ts";
import styles from "./releases.module.css";

const AddedAssets = lazy(async () => ({ default: (await import("./added-assets.tsx")).AddedAssets }));

const formats = ["zip", "tar.gz", "tar.bz2", "tar"] as const;

interface AssetListProps {
  readonly account: string;
  readonly project: string;
  readonly release: Release;
}

/** The files and links of a release, what the service collected when it was published, and files that are being added. */
export function AssetList({ account, project, release }: AssetListProps) {
  const [batches, setBatches] = useState<readonly (readonly File[])[]>([]);
  const add = (files: readonly File[]) => {
    if (files.length > 0) setBatches((now) => [...now, files]);
  };
  const name = release.name ?? release.tag_name;
  const links = release.assets?.links ?? [];
  const named = new Set(release.assets?.sources.map(({ format }) => format));
  const sources = named.size > 0 ? formats.filter((format) => named.has(format)) : formats;
  return (
    <div className={styles.assets} {...acceptFiles(add)}>
      <ul aria-label={`Assets of ${name}`}>
        {links.map((link) => (
          <li key={link.id}>
            <AssetLink account={account} link={link} />
          </li>
        ))}
        {sources.map((format) => {
          const file = `${nameOf(project)}-${release.tag_name.replaceAll("/", "-")}.${format}`;
          const archive = { id: project, sha: tagRef(release.tag_name), format };
          return (
            <li key={format}>
              <Button
                size="s"
                icon={Download}
                onClick={() => void downloadWithNotice(account, getArchive, archive, file)}
              >
                Source ({format})
              </Button>
            </li>
          );
        })}
        <li>
          <Button
            writes
            size="s"
            variant="ghost"
            icon={Upload}
            onClick={() => void pickFiles({ multiple: true }).then(add)}
          >
            Add files…
          </Button>
        </li>
      </ul>
      {batches.length > 0 ? (
        <Suspense>
          <AddedAssets {...{ project, links, batches }} tag={release.tag_name} />
        </Suspense>
      ) : null}
      <Evidences evidences={release.evidences ?? []} name={name} />
    </div>
  );
}

/** A link; a file that was uploaded to the project is downloaded with the account's rights. */
function AssetLink({ account, link }: { readonly account: string; readonly link: ReleaseLink }) {
  const service = useAccount(account);
  const upload = service ? projectUpload(service, link.url) : null;
  const type = typeName(link.link_type);
  const badge = type ? <Badge>{type}</Badge> : null;
  if (!upload)
    return (
      <>
        <a href={link.direct_asset_url ?? link.url} target="_blank" rel="noreferrer noopener">
          <Icon of={ExternalLink} size={13} /> {link.name}
        </a>
        {badge}
      </>
    );
  const { secret, filename } = upload;
  return (
    <>
      <Button
        size="s"
        icon={Download}
        onClick={() => {
          const file = { id: upload.project, secret, filename };
          void downloadWithNotice(account, getProjectUpload, file, filename);
        }}
      >
        {link.name}
      </Button>
      {badge}
    </>
  );
}

interface EvidencesProps {
  readonly evidences: NonNullable<Release["evidences"]>;
  readonly name: string;
}

/** Files that the service collected when a release was published. */
function Evidences({ evidences, name }: EvidencesProps) {
  if (evidences.length === 0) return null;
  return (
    <ul aria-label={`Evidence of ${name}`}>
      {evidences.map(({ sha, filepath, collected_at: time }) => (
        <li key={`${sha}${filepath}`} className={styles.evidence}>
          <Icon of={FileCheck} size={13} />
          {filepath && /^https?:\/\//i.test(filepath) ? (
            <a href={filepath} target="_blank" rel="noreferrer noopener">
              Evidence
            </a>
          ) : (
            <span>Evidence</span>
          )}
          {sha ? <code title={sha}>{sha.slice(0, 8)}</code> : null}
          {time ? (
            <span>
              collected <RelativeTime time={time} />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
