import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import {
  getWikiPage,
  listWikiPageVersions,
  type WikiPageVersion,
} from "../../../../shared/api/resources/wikis.ts";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { titleOfSlug } from "../../../features/addresses/wiki-address.ts";
import { PagedList } from "../../../features/paged-list/list-states.tsx";
import { useDiffLook } from "../../../features/preferences/save-preferences.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { DiffView } from "../../../ui/diff/diff-view.tsx";
import { Avatar } from "../../../ui/marks/avatar.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { diffEngine } from "../../../workers/diff/diff-engine.ts";
import { useWiki, useWikiAddress } from "../model/use-wiki.ts";
import styles from "./read.module.css";

/** The history of a page where the service has it; else how to read it with git. */
export function PageHistory({ slug }: { readonly slug: string }) {
  const { isLocal, hrefOf } = useWiki();
  const { search } = useWikiAddress();
  const changes = changesOf(slug, search);
  return (
    <section className={cx(layout.page, styles.wide)} aria-label="History">
      <PageHeader
        title={`History of ${titleOfSlug(slug)}`}
        icon={History}
        actions={
          <>
            {changes ? (
              <Button asChild>
                <AppLink href={hrefOf({ kind: "history", slug })}>All versions</AppLink>
              </Button>
            ) : null}
            <Button asChild>
              <AppLink href={hrefOf({ kind: "page", slug })}>Back to page</AppLink>
            </Button>
          </>
        }
        meta={
          changes ? (
            <span>
              Changes of version <code>{changes.after.version.slice(0, 8)}</code>
            </span>
          ) : undefined
        }
      />
      {!isLocal ? <CloneForHistory /> : changes ? <VersionChanges {...changes} /> : <Versions slug={slug} />}
    </section>
  );
}

/** The version selected in the URL; null where none is. */
function changesOf(slug: string, search: Readonly<Record<string, string | undefined>>) {
  const { version, was = slug, before, beforeWas = was } = search;
  if (!version) return null;
  return {
    after: { slug: was, version },
    before: before ? { slug: beforeWas, version: before } : null,
  };
}

function Versions({ slug }: { readonly slug: string }) {
  const { project } = useWiki();
  const versions = useOperationPages(listWikiPageVersions, { id: project, slug, per_page: 50 });
  return (
    <PagedList
      label="Versions"
      list={versions}
      items={versions.items}
      lines={6}
      mark={24}
      empty={<EmptyState icon={History} title="No versions" />}
      itemKey={({ id }) => id}
      rowHeight={56}
      renderItem={(version, index) => (
        <Version slug={slug} version={version} before={versions.items[index + 1]} isCurrent={index === 0} />
      )}
    />
  );
}

interface VersionProps {
  readonly slug: string;
  readonly version: WikiPageVersion;
  /** The previous version; undefined for the first one. */
  readonly before: WikiPageVersion | undefined;
  readonly isCurrent: boolean;
}

function Version({ slug, version, before, isCurrent }: VersionProps) {
  const { hrefOf } = useWiki();
  const changes = {
    version: version.id,
    was: version.slug,
    ...(before ? { before: before.id, beforeWas: before.slug } : {}),
  };
  return (
    <div className={styles.version}>
      <Avatar name={version.author_name} size={24} />
      <div className={layout.rowText}>
        <div className={flow.inline}>
          <AppLink
            href={hrefOf({ kind: "page", slug }, isCurrent ? {} : { version: version.id })}
            className={cx(layout.ellipsis, styles.versionTitle)}
          >
            {version.title}
          </AppLink>
          {isCurrent ? <Badge>Current</Badge> : null}
        </div>
        <div className={layout.meta}>
          {version.author_name}
          {version.authored_date ? (
            <>
              {" "}
              · <RelativeTime time={version.authored_date} />
            </>
          ) : null}
        </div>
      </div>
      <code>{version.short_id}</code>
      <Button asChild size="s" variant="ghost">
        <AppLink
          href={hrefOf({ kind: "history", slug }, changes)}
          aria-label={`Changes of ${version.short_id}`}
        >
          Changes
        </AppLink>
      </Button>
    </div>
  );
}

function CloneForHistory() {
  return (
    <EmptyState
      icon={History}
      title="The history is in the wiki's repository"
      description="This service does not provide the history of pages to apps. Clone the wiki and use git log."
      actions={<CloneAddress />}
    />
  );
}

/** A page at a commit of the wiki. */
interface PageVersion {
  /** Its slug at that commit. */
  readonly slug: string;
  readonly version: string;
}

interface VersionChangesProps {
  readonly after: PageVersion;
  /** Null for the page's first version. */
  readonly before: PageVersion | null;
}

/** The diff of a version against the previous one. */
function VersionChanges({ after, before }: VersionChangesProps) {
  const { account, project } = useWiki();
  const look = useDiffLook();
  const read = async (page: PageVersion | null): Promise<string> =>
    page ? ((await fetchOperation(account, getWikiPage, { id: project, ...page })).content ?? "") : "";
  const files = useQuery({
    queryKey: ["wiki-diff", account, project, before, after],
    queryFn: async (): Promise<DiffFile[]> => {
      const [old, now] = await Promise.all([read(before), read(after)]);
      return [
        {
          old_path: before?.slug ?? after.slug,
          new_path: after.slug,
          new_file: before === null,
          deleted_file: false,
          renamed_file: before !== null && before.slug !== after.slug,
          diff: "",
          origin: { before: old, after: now },
        },
      ];
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  if (files.error)
    return <ErrorState {...describeProblem(files.error)} onRetry={() => void files.refetch()} />;
  if (files.data === undefined) {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={8} label="Comparing" />
      </div>
    );
  }
  return (
    <div className={styles.list}>
      <DiffView label="Changes of this version" files={files.data} engine={diffEngine} {...look} />
    </div>
  );
}

/** The clone address of the wiki with a copy button; null where there is none. */
export function CloneAddress() {
  const { cloneUrl } = useWiki();
  if (cloneUrl === null) return null;
  return (
    <span className={styles.clone}>
      <code>{cloneUrl}</code>
      <CopyButton text={cloneUrl} label="Copy clone address" />
    </span>
  );
}
