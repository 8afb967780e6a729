import { FolderTree, GitBranch, Tag } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import { listBranches } from "../../../../shared/api/resources/branches.ts";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import type { Pipeline } from "../../../../shared/api/resources/pipelines.ts";
import { listTags } from "../../../../shared/api/resources/tags.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { tagRef } from "../../../../shared/text/ref-name.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { StatusMark } from "../../../features/checks/status-mark.tsx";
import { PipelineLink } from "../../../features/ci/ci-links.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { LineCounts } from "../../../ui/diff/line-counts.tsx";
import { Avatar } from "../../../ui/marks/avatar.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { useMedia } from "../../../ui/panes/use-media.ts";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import styles from "./history.module.css";

/** Pixels of a row: of one line and, in a narrow window, of two. */
const rowHeights = { line: 32, lines: 52 } as const;

/** Returns the height of a commit's row in pixels at the comfortable density. */
export const useCommitRowHeight = (): number => (useIsNarrow() ? rowHeights.lines : rowHeights.line);

/** Pixels of a month's row. */
export const monthRowHeight = 32;

const useIsNarrow = () => useMedia("(width <= 560px)");

interface CommitRowProps
  extends Optional<{
    /** Branches and tags that point at it. */
    refs: readonly CommitRef[];
  }> {
  readonly account: string;
  readonly project: string;
  readonly commit: Commit;
  /** Its newest pipeline; null where it has none, undefined while that is not known. */
  readonly pipeline: Pipeline | null | undefined;
  /** Branch or tag whose history is listed, undefined for that of all or of a hash. */
  readonly refName: string | undefined;
  /** Before the commit, such as the lines of the history. */
  readonly children?: ReactNode;
}

/** One commit of a list, in one line: author's avatar, title, refs, then at fixed columns checks, author, age and hash. */
export function CommitRow({ account, project, commit, pipeline, refName, refs, children }: CommitRowProps) {
  const title = commit.title || "(no message)";
  // The commit's own state is known before the pipelines are.
  const shown = pipeline ?? (pipeline === undefined ? commit.last_pipeline : null);
  const isNarrow = useIsNarrow();
  return (
    <div className={styles.row}>
      {children}
      <Avatar name={commit.author_name} size={20} />
      <span className={styles.body}>
        <span className={styles.main}>
          <AppLink
            className={layout.title}
            href={hrefs.commit(account, project, commit.id)}
            title={commit.message}
          >
            {title}
          </AppLink>
          {commit.parent_ids.length > 1 ? <Badge>Merge</Badge> : null}
          {refs ? (
            <RefChips account={account} project={project} refs={refs} shown={isNarrow ? 1 : 3} />
          ) : null}
        </span>
        {commit.stats ? <LineCounts added={commit.stats.additions} removed={commit.stats.deletions} /> : null}
        <span className={styles.checks}>
          {shown ? (
            <PipelineLink account={account} project={project} pipeline={shown} compact />
          ) : pipeline === null ? (
            <StatusMark project={project} sha={commit.id} refName={refName ?? refs?.[0]?.name} />
          ) : null}
        </span>
        <bdi className={styles.author} title={commit.author_name}>
          {commit.author_name}
        </bdi>
        <span className={styles.tools}>
          <CopyButton text={commit.id} label={`Copy hash ${commit.short_id}`} />
          <AppLink
            className={layout.iconLink}
            href={hrefs.project(account, project, "files", { ref: commit.id })}
            aria-label={`Browse files at ${commit.short_id}`}
            title="Browse files at this commit"
          >
            <Icon of={FolderTree} />
          </AppLink>
        </span>
        <code className={styles.hash}>{commit.short_id}</code>
        <span className={styles.age}>
          <RelativeTime time={commit.authored_date ?? commit.created_at ?? ""} />
        </span>
      </span>
    </div>
  );
}

interface RefChipsProps {
  readonly account: string;
  readonly project: string;
  readonly refs: readonly CommitRef[];
  /** Chips that the row has room for; the others are counted. */
  readonly shown: number;
}

/** The branches and tags that point at a commit, each a link to its history. */
function RefChips({ account, project, refs, shown }: RefChipsProps) {
  const rest = refs.slice(shown).map(({ name }) => name);
  return (
    <span className={styles.refs}>
      {refs.slice(0, shown).map(({ kind, name }) => (
        <AppLink
          key={`${kind} ${name}`}
          href={hrefs.project(account, project, "commits", { ref: kind === "tag" ? tagRef(name) : name })}
          title={`${kind === "branch" ? "Branch" : "Tag"} ${name}`}
        >
          <Badge icon={kind === "branch" ? GitBranch : Tag} tone={kind === "branch" ? "accent" : "neutral"}>
            {name}
          </Badge>
        </AppLink>
      ))}
      {rest.length > 0 ? <Badge title={rest.join(", ")}>{`+${rest.length}`}</Badge> : null}
    </span>
  );
}

/** A branch or tag that points at a commit. */
interface CommitRef {
  readonly kind: "branch" | "tag";
  readonly name: string;
}

/** Refs of a page, the most recently updated first. */
const pageRefs = 100;
/** Refs of each kind up to which pages are read. */
const maxRefs = 5_000;

/**
 * Returns the branches and tags that point at each commit, by its id. Their pages are read as far as `oldest`, the time of
 * the oldest commit in view: later ones are of older commits.
 */
export function useRefsByCommit(
  project: string,
  oldest: string | undefined,
): ReadonlyMap<string, readonly CommitRef[]> {
  const branches = useOperationPages(listBranches, { id: project, sort: "updated_desc", per_page: pageRefs });
  const tags = useOperationPages(listTags, {
    id: project,
    order_by: "updated",
    sort: "desc",
    per_page: pageRefs,
  });
  useReadUntil(branches, oldest);
  useReadUntil(tags, oldest);
  return useMemo(
    () =>
      refsByCommit([
        ...branches.items.map(({ name, commit, default: isDefault }) => ({
          kind: "branch" as const,
          name,
          id: commit.id,
          isDefault,
        })),
        ...tags.items.flatMap(({ name, commit }) =>
          commit ? [{ kind: "tag" as const, name, id: commit.id }] : [],
        ),
      ]),
    [branches.items, tags.items],
  );
}

/** A ref with the time of its commit. */
interface DatedRef {
  /** Null for a tag of a tree or a blob. */
  readonly commit: Optional<{ committed_date: string | null }> | null;
}

interface RefPages {
  readonly items: readonly DatedRef[];
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly error: unknown;
  fetchNextPage(): unknown;
}

function useReadUntil(
  { items, hasNextPage, isFetchingNextPage, error, fetchNextPage }: RefPages,
  oldest: string | undefined,
): void {
  const isWanted = hasNextPage && !isFetchingNextPage && !error && needsMoreRefs(items, oldest);
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
}

/** Returns whether refs beyond those that were read may point at a commit of a time, or at later ones. */
export function needsMoreRefs(refs: readonly DatedRef[], oldest: string | undefined): boolean {
  if (oldest === undefined || refs.length >= maxRefs) return false;
  const times = refs.map(({ commit }) => Date.parse(commit?.committed_date ?? "")).filter(Number.isFinite);
  // A service that does not sort by time may have any commit on its later pages.
  const isSorted = times.every((time, i) => i === 0 || time <= (times[i - 1] ?? 0));
  return !isSorted || (times.at(-1) ?? Number.POSITIVE_INFINITY) >= Date.parse(oldest);
}

/** A ref with the commit that it points at. */
interface LocatedRef extends CommitRef {
  readonly id: string;
  readonly isDefault?: boolean;
}

/** Default branch, tags, other branches: few refs of a commit are shown, and a commit has few tags. */
const rankOf = ({ kind, isDefault }: LocatedRef): number => (isDefault ? 0 : kind === "tag" ? 1 : 2);

/** Groups refs by the commit that they point at: the default branch, then tags and other branches in their order. */
export function refsByCommit(refs: readonly LocatedRef[]): ReadonlyMap<string, readonly CommitRef[]> {
  const found = new Map<string, CommitRef[]>();
  for (const { id, kind, name } of refs.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const known = found.get(id);
    if (known) known.push({ kind, name });
    else found.set(id, [{ kind, name }]);
  }
  return found;
}
