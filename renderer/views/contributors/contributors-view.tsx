import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useMemo } from "react";
import { listCommits } from "../../../shared/api/resources/commits.ts";
import { type Contributor, listContributors } from "../../../shared/api/resources/repository.ts";
import type { Optional } from "../../../shared/optional.ts";
import { useAccountId } from "../../api/account-context.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { oneOf } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { Unread } from "../../features/paged-list/list-states.tsx";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { type Week, WeekChart } from "../../ui/charts/bar-chart.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { Table } from "../../ui/lists/table.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import styles from "./contributors.module.css";

const orders = [
  { value: "commits", label: "Commits" },
  { value: "additions", label: "Lines" },
  { value: "name", label: "Name" },
] as const;
const contributorsSearch = {
  order: oneOf(...orders.map(({ value }) => value)),
};

/** Contributors to the default branch, and their commits. */
export function ContributorsView() {
  return (
    <NeedsCommits
      {...useProjectRoute()}
      icon={Users}
      page="Contributors"
      title="No contributors yet"
      description="People appear here with their first commit."
    >
      <Contributors />
    </NeedsCommits>
  );
}

function Contributors() {
  const { project } = useProjectRoute();
  const [{ order = "commits" }, changeSearch] = useAddressSearch(contributorsSearch);
  const people = useOperationAll(listContributors, { id: project, per_page: 100 });
  const sorted = (people.data ?? []).toSorted((a, b) =>
    order === "name" ? a.name.localeCompare(b.name) : (b[order] ?? 0) - (a[order] ?? 0),
  );
  const highest = Math.max(1, ...sorted.map(({ commits }) => commits));
  return (
    <div className={flow.scroll}>
      <PageHeader
        title="Contributors"
        icon={Users}
        meta={
          people.data
            ? sorted.length === 1
              ? "1 person"
              : `${sorted.length.toLocaleString()} people`
            : undefined
        }
        tools={
          <SegmentedControl
            label="Order by"
            value={order}
            onChange={(value) => changeSearch({ order: value })}
            options={orders}
          />
        }
      />
      <div className={styles.content}>
        {people.isPending ? (
          <Skeleton lines={8} height={28} label="Counting contributions" />
        ) : !people.data ? (
          <Unread error={people.error} name="Contributors" onRetry={() => void people.refetch()} />
        ) : (
          <>
            <CommitsOverTime project={project} />
            <Table
              label="Contributors"
              rows={sorted}
              rowKey={(person) => person.email}
              columns={[
                { key: "name", header: "Name", cell: (person) => <Person person={person} /> },
                {
                  key: "commits",
                  header: "Commits",
                  width: "40%",
                  cell: ({ commits }) => (
                    <span className={styles.measure}>
                      <span className={styles.bar} style={{ width: `${(commits / highest) * 100}%` }} />
                      <span>{commits.toLocaleString()}</span>
                    </span>
                  ),
                },
                {
                  key: "added",
                  header: "Added",
                  align: "end",
                  cell: ({ additions }) => (
                    <span className={styles.added}>{signedLines("+", additions)}</span>
                  ),
                },
                {
                  key: "removed",
                  header: "Removed",
                  align: "end",
                  cell: ({ deletions }) => (
                    <span className={styles.removed}>{signedLines("−", deletions)}</span>
                  ),
                },
              ]}
              empty={
                <EmptyState
                  icon={Users}
                  title="No contributors yet"
                  description="Contributors appear after the first commit."
                />
              }
            />
          </>
        )}
      </div>
    </div>
  );
}

/** Returns a number of lines with its sign; null where the service did not count them. */
export const signedLines = (sign: "+" | "−", lines: number | null): string =>
  lines === null ? "Not counted" : sign + lines.toLocaleString();

function Person({ person }: { readonly person: Contributor }) {
  return (
    <span className={flow.inlineWide}>
      <Avatar name={person.name} size={24} />
      <span>
        <span className={styles.name}>{person.name}</span>
        <span className={styles.email}>{person.email}</span>
      </span>
    </span>
  );
}

/** Pages of a hundred commits that are counted. */
const maxPages = 20;
/** People who get a chart of their own. */
const maxPeople = 8;

/** Commits by week, of all and of those who made the most; of the newest two thousand where there are more. */
function CommitsOverTime({ project }: { readonly project: string }) {
  const account = useAccountId();
  const commits = useQuery({
    queryKey: [account, "commits-over-time", project],
    queryFn: async ({ signal }) => {
      const contributions: Contribution[] = [];
      let more = true;
      for (let page = 1; page <= maxPages && more; page++) {
        const response = await requestOperation(
          account,
          listCommits,
          { id: project, per_page: 100, page },
          { signal },
        );
        contributions.push(...contributionsOf(response.data));
        more = response.paging.nextPage !== null;
      }
      return { contributions, more };
    },
    staleTime: 300_000,
  });
  const charts = useMemo(() => {
    const contributions = commits.data?.contributions ?? [];
    const all = contributions.map(({ time }) => time);
    const from = Math.min(...all);
    const to = Math.max(...all);
    const people = byPerson(contributions).slice(0, maxPeople);
    return {
      all: countWeeks(all),
      people: people.map(({ name, times }) => ({ name, weeks: countWeeks(times, from, to) })),
    };
  }, [commits.data]);
  if (commits.isPending) return <Skeleton lines={4} height={28} label="Counting commits" />;
  if (charts.all.length === 0) return null;
  const top = Math.max(...charts.people.flatMap(({ weeks }) => weeks.map(({ count }) => count)));
  return (
    <section className={styles.charts} aria-label="Commits over time">
      <WeekChart label="Commits" weeks={charts.all} />
      <p className={styles.email}>
        Merge commits are not counted.
        {commits.data?.more
          ? ` Charts show the newest ${(maxPages * 100).toLocaleString()} commits; the table counts all.`
          : null}
      </p>
      <div className={styles.people}>
        {charts.people.map(({ name, weeks }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
          <WeekChart key={i} label={name} weeks={weeks} top={top} height={48} />
        ))}
      </div>
    </section>
  );
}

const weekMs = 7 * 24 * 3_600_000;
const monday = Date.UTC(1970, 0, 5);

/** Times of commits as counts by week, from the first week to the last without a gap; nothing for no times. */
export function countWeeks(
  times: readonly number[],
  from = Math.min(...times),
  to = Math.max(...times),
): Week[] {
  if (!Number.isFinite(from) || !Number.isFinite(to)) return [];
  const index = (time: number) => Math.floor((time - monday) / weekMs);
  const first = index(from);
  const counts = new Array<number>(index(to) - first + 1).fill(0);
  for (const time of times) {
    const at = index(time) - first;
    if (at >= 0 && at < counts.length) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, i) => ({ start: monday + (first + i) * weekMs, count }));
}

/** Counted fields of a commit. */
interface CountedCommit
  extends Optional<{
    authored_date: string;
    created_at: string;
  }> {
  readonly parent_ids: readonly string[];
  readonly author_name: string;
  readonly author_email: string;
}

/** Author of a commit, and its time in ms since 1970. */
interface Contribution {
  readonly email: string;
  readonly name: string;
  readonly time: number;
}

/** Returns the contributions of commits as the list of contributors counts them: without merges, people by email. */
export function contributionsOf(commits: readonly CountedCommit[]): Contribution[] {
  return commits.flatMap(({ parent_ids, author_name, author_email, authored_date, created_at }) => {
    const time = Date.parse(authored_date ?? created_at ?? "");
    if (parent_ids.length > 1 || Number.isNaN(time)) return [];
    return [{ email: author_email.toLowerCase(), name: author_name, time }];
  });
}

/** Returns each person's times, those with the most contributions first. */
export function byPerson(contributions: readonly Contribution[]): { name: string; times: number[] }[] {
  const people = new Map<string, { name: string; times: number[] }>();
  for (const { email, name, time } of contributions) {
    const known = people.get(email);
    if (known) known.times.push(time);
    else people.set(email, { name, times: [time] });
  }
  return [...people.values()].toSorted((a, b) => b.times.length - a.times.length);
}
