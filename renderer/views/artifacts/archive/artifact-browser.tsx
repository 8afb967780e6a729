import { useRouter } from "@tanstack/react-router";
import { FileQuestionMark, Lock, PackageOpen } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { ArchiveEntry, ArchiveListing } from "../../../../shared/host/artifacts.ts";
import { FileTree } from "../../../features/file-tree/file-tree.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import flow from "../../../ui/flow.module.css";
import { formatBytes } from "../../../ui/format-bytes.ts";
import layout from "../../../ui/layout.module.css";
import { SearchField } from "../../../ui/search-field.tsx";
import pane from "../../../ui/side-pane.module.css";
import { SplitPane } from "../../../ui/split-pane.tsx";
import styles from "./archive.module.css";
import { ArtifactFile } from "./artifact-file.tsx";
import { artifactHref } from "./artifact-hrefs.ts";
import { type ArtifactSource, fileUrl } from "./artifact-source.ts";
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
export function ArtifactBrowser({ source, listing, path, plain }: ArtifactBrowserProps) {
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
          <OpenEntry {...{ source, listing, entry, path, plain }} />
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
  return <ArtifactFile key={path} {...{ source, plain }} entry={entry} />;
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
            {...{ folders, open, path, active }}
            onOpen={setOpened}
            onActive={setActive}
            hrefOf={(node) => (node.kind === "directory" ? null : artifactHref(source, namedPath(node)))}
            urlOf={(node) => (node.kind === "file" && !node.refusal ? fileUrl(source, node.path) : null)}
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
