import { useRouter } from "@tanstack/react-router";
import { Download, FileQuestionMark, Lock, PackageOpen, PackageX } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { ArchiveEntry, ArchiveListing } from "../../../../shared/host/artifacts.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { previewKind } from "../../../features/file-preview/document-kind.ts";
import { DocumentMode } from "../../../features/file-preview/document-mode.tsx";
import { FilePreview } from "../../../features/file-preview/file-preview.tsx";
import { useFileContent } from "../../../features/file-preview/use-file-content.ts";
import { FileTree } from "../../../features/file-tree/file-tree.tsx";
import { ServiceMarkdown } from "../../../features/markdown/service-markdown.tsx";
import {
  ArchiveTooLarge,
  type ArtifactSource,
  artifactFileUrl,
  downloadArchive,
  downloadArtifactFile,
  readArtifactFile,
  useArtifactEntries,
} from "../../../features/test-reports/artifact-source.tsx";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import pane from "../../../ui/panes/side-pane.module.css";
import { SplitPane } from "../../../ui/panes/split-pane.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { formatBytes } from "../../../ui/values/format-bytes.ts";
import styles from "./archive.module.css";
import {
  type ArtifactNode,
  artifactFolders,
  filterEntries,
  namedPath,
  refusalTexts,
} from "./artifact-tree.ts";

interface ArtifactBrowserProps {
  readonly source: ArtifactSource;
  readonly listing: ArchiveListing;
  /** File that is open; empty for none. */
  readonly path: string;
  /** Shows the source of a document. */
  readonly plain: boolean;
}

/** The tree of an archive beside the file that is open. */
function ArtifactBrowser({ source, listing, path, plain }: ArtifactBrowserProps) {
  const entry = useMemo(() => listing.entries.find((one) => one.path === path), [listing, path]);
  return (
    <SplitPane
      label="file tree"
      defaultSize={300}
      max={560}
      firstAlone={path === ""}
      first={<ArtifactTree source={source} listing={listing} path={path} />}
      second={
        <div className={layout.page}>
          <OpenEntry source={source} listing={listing} entry={entry} path={path} plain={plain} />
        </div>
      }
    />
  );
}

interface OpenEntryProps extends ArtifactBrowserProps {
  readonly entry: ArchiveEntry | undefined;
}

function OpenEntry({ source, listing, entry, path, plain }: OpenEntryProps) {
  if (path === "") {
    return (
      <EmptyState
        icon={PackageOpen}
        title="Select a file"
        description="Files are downloaded when you open them."
      />
    );
  }
  if (!entry) {
    return (
      <EmptyState
        icon={FileQuestionMark}
        title="File not found"
        description={
          <>
            <code>{path}</code> is not in{" "}
            {listing.total > listing.entries.length ? "the listed part of " : ""}
            these artifacts.
          </>
        }
      />
    );
  }
  if (entry.refusal) {
    return <EmptyState icon={Lock} title="Not opened" description={refusalTexts[entry.refusal]} />;
  }
  return <ArtifactFile key={path} source={source} plain={plain} entry={entry} />;
}

type ArtifactTreeProps = Omit<ArtifactBrowserProps, "plain">;

function ArtifactTree({ source, listing, path }: ArtifactTreeProps) {
  const [filter, setFilter] = useState("");
  // A large archive is filtered while more is typed.
  const wanted = useDeferredValue(filter.trim());
  const all = useMemo(() => artifactFolders(listing.entries), [listing]);
  const matches = useMemo(
    () => (wanted === "" ? null : filterEntries(listing.entries, wanted)),
    [listing, wanted],
  );
  const found = useMemo(() => matches && artifactFolders(matches.found), [matches]);
  const folders = found ?? all;
  const [opened, setOpened] = useState(() => initiallyOpen(all, path));
  const [active, setActive] = useState(path);
  // What a filter found is shown in its folders.
  const open = useMemo(() => (found ? new Set(found.keys()) : opened), [found, opened]);
  const router = useRouter();
  const { length } = listing.entries;
  return (
    <nav className={pane.side} aria-label="Artifacts">
      <div className={pane.head}>
        <SearchField
          label="Filter files"
          value={filter}
          onChange={setFilter}
          onKeyDown={(event) => {
            const only = matches?.total === 1 ? matches.found[0] : undefined;
            if (event.key === "Enter" && only) router.history.push(artifactHref(source, only.path));
          }}
        />
      </div>
      {matches?.total === 0 || length === 0 ? (
        <p className={pane.note} role="status">
          {length === 0 ? "The archive is empty" : "No matches"}
        </p>
      ) : (
        <div className={cx(flow.fill, styles.tree)}>
          <FileTree
            label="Files"
            folders={folders}
            open={open}
            path={path}
            active={active}
            onOpen={setOpened}
            onActive={setActive}
            hrefOf={(node) => (node.kind === "directory" ? null : artifactHref(source, namedPath(node)))}
            urlOf={(node) =>
              node.kind === "file" && !node.refusal ? artifactFileUrl(source, node.path) : null
            }
            markOf={(node) => <Mark node={node} />}
          />
        </div>
      )}
      {matches && matches.total > matches.found.length ? (
        <p className={pane.note} role="status">
          {matches.found.length.toLocaleString()} of {matches.total.toLocaleString()} matches are shown.
        </p>
      ) : null}
      {listing.total > length ? (
        <p className={pane.note}>
          {length.toLocaleString()} of {listing.total.toLocaleString()} files are listed. Download the archive
          to see all.
        </p>
      ) : null}
    </nav>
  );
}

function Mark({ node }: { readonly node: ArtifactNode }) {
  return node.refusal ? (
    <Badge tone="warning" icon={Lock} title={refusalTexts[node.refusal]}>
      {node.refusal === "link" ? "Link" : node.refusal === "encrypted" ? "Encrypted" : "Refused"}
    </Badge>
  ) : (
    <span className={cx(layout.small, styles.size)}>{formatBytes(node.size)}</span>
  );
}

/** Folders on the way to a file; of an archive with one folder at the top, that one. */
function initiallyOpen(folders: ReturnType<typeof artifactFolders>, path: string): ReadonlySet<string> {
  const parts = path.split("/").slice(0, -1);
  const open = new Set(parts.map((_, index) => parts.slice(0, index + 1).join("/")));
  for (let at = ""; ; ) {
    const [only, ...others] = folders.get(at)?.entries ?? [];
    if (only?.kind !== "directory" || others.length > 0) return open;
    at = only.path;
    open.add(at);
  }
}

interface ArtifactFileProps {
  readonly source: ArtifactSource;
  readonly entry: ArchiveEntry;
  /** Shows the source of a document. */
  readonly plain: boolean;
}

/** A file of an archive with the line of its path and actions. */
function ArtifactFile({ source, entry, plain }: ArtifactFileProps) {
  const { path, size } = entry;
  const router = useRouter();
  const [attempt, setAttempt] = useState(0);
  const file = useFileContent(
    {
      key: JSON.stringify([source, path, attempt]),
      read: (signal) => readArtifactFile(source, path, signal),
    },
    path,
    undefined,
  );
  const kind = previewKind(path, size);
  const name = nameOf(path);
  const folder = path.slice(0, path.length - name.length);
  return (
    <>
      <div className={styles.bar}>
        <h2 className={styles.path} title={path}>
          <bdi className={styles.folder}>{folder}</bdi>
          <bdi className={styles.name}>{name}</bdi>
        </h2>
        <CopyButton text={path} label={`Copy the path ${path}`} />
        <span className={cx(layout.small, styles.size)}>{formatBytes(size)}</span>
        <span className={cx(flow.grow, styles.space)} />
        {kind === "html" && !plain ? (
          <span className={cx(layout.small, styles.size, styles.note)}>
            Scripts and links do not work here
          </span>
        ) : null}
        {kind ? (
          <DocumentMode
            value={plain ? "source" : "rendered"}
            onChange={(mode) => router.history.replace(artifactHref(source, path, mode === "source"))}
          />
        ) : null}
        <IconButton
          label={`Download ${name}`}
          icon={Download}
          onClick={() => void downloadArtifactFile(source, path)}
        />
      </div>
      <div className={flow.viewport}>
        <FilePreview
          path={path}
          file={file}
          preview={plain ? null : kind}
          onRetry={() => setAttempt(attempt + 1)}
          onDownload={() => void downloadArtifactFile(source, path)}
          markdown={(text) => (
            <ServiceMarkdown
              text={text}
              folder={folder.replace(/\/$/, "")}
              linkTo={(target) => artifactHref(source, target)}
              imageUrl={(target) => artifactFileUrl(source, target || path)}
            />
          )}
        />
      </div>
    </>
  );
}

/** Returns the address of a file of an archive; `plain` shows the source of a document. */
const artifactHref = (source: ArtifactSource, path: string, plain = false): string => {
  const { account, project } = source;
  const file = { path, plain: plain ? "1" : undefined };
  return "job" in source
    ? hrefs.jobTab(account, project, source.job, "artifacts", file)
    : hrefs.project(account, project, "artifacts", { ref: source.ref, job: source.name, ...file });
};

interface ArchivePaneProps {
  readonly source: ArtifactSource;
  /** File that is open; empty for none. */
  readonly path: string;
  readonly plain: boolean;
  /** Name of the archive as a download. */
  readonly name: string;
}

/** An archive to browse, or why it cannot be. */
export function ArchivePane({ source, path, plain, name }: ArchivePaneProps) {
  const listing = useArtifactEntries(source);
  if (listing.isPending) {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={10} height={18} label="Loading the list of files" />
      </div>
    );
  }
  if (listing.data) {
    return listing.data.entries.length === 0 ? (
      <EmptyState
        icon={PackageX}
        title="The archive is empty"
        description="The archive of this job has no files."
      />
    ) : (
      <ArtifactBrowser source={source} listing={listing.data} path={path} plain={plain} />
    );
  }
  const { code, message } = toProblem(listing.error);
  if (code === "too_large") {
    return <ArchiveTooLarge message={message} onDownload={() => void downloadArchive(source, name)} />;
  }
  return <ErrorState {...describeProblem(listing.error)} onRetry={() => void listing.refetch()} />;
}
