import { Users } from "lucide-react";
import { z } from "zod";
import { type Contributor, listContributors } from "../../../shared/api/resources/repository.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { Unread } from "../../features/paged-list/unread.tsx";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import flow from "../../ui/flow.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Table } from "../../ui/table.tsx";
import { CommitsOverTime } from "./commits-over-time.tsx";
import styles from "./contributors.module.css";

const orders = [
  { value: "commits", label: "Commits" },
  { value: "additions", label: "Lines" },
  { value: "name", label: "Name" },
] as const;
const contributorsSearch = z.object({
  order: z.enum(orders.map(({ value }) => value)).catch("commits"),
});

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
  const [{ order }, changeSearch] = useAddressSearch(contributorsSearch);
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
        actions={
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
