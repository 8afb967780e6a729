import { GitBranch, Tag } from "lucide-react";
import { useEffect, useMemo } from "react";
import { listBranches } from "../../../../shared/api/resources/branches.ts";
import { listTags } from "../../../../shared/api/resources/tags.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { tagRef } from "../../../../shared/text/ref-name.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useIsNarrow } from "../../../features/commits/commit-row.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import styles from "./history.module.css";

interface RefChipsProps {
  readonly account: string;
  readonly project: string;
  /** Undefined where none is known. */
  readonly refs: readonly CommitRef[] | undefined;
}

/** The branches and tags that point at a commit, each a link to its history. */
export function RefChips({ account, project, refs }: RefChipsProps) {
  // Those that the row has room for; the others are counted.
  const shown = useIsNarrow() ? 1 : 3;
  if (!refs) return null;
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
