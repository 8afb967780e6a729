import { History } from "lucide-react";
import { listWikiPageVersions, type WikiPageVersion } from "../../../../shared/api/resources/wikis.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { titleOfSlug } from "../../../features/addresses/wiki-address.ts";
import { PagedList } from "../../../features/paged-list/paged-list.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { PageHeader } from "../../../ui/page-header.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useWiki, useWikiAddress } from "../model/use-wiki.ts";
import { CloneAddress } from "./clone-address.tsx";
import styles from "./read.module.css";
import { VersionChanges } from "./version-changes.tsx";

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
