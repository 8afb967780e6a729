import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listCommits } from "../../../shared/api/resources/commits.ts";
import { useAccountId } from "../../api/account-context.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { WeekChart } from "../../ui/charts/week-chart.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { byPerson, type Contribution, contributionsOf } from "./contributions.ts";
import styles from "./contributors.module.css";
import { countWeeks } from "./count-weeks.ts";

/** Pages of a hundred commits that are counted. */
const maxPages = 20;
/** People who get a chart of their own. */
const maxPeople = 8;

/** Commits by week, of all and of those who made the most; of the newest two thousand where there are more. */
export function CommitsOverTime({ project }: { readonly project: string }) {
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
    const [from, to] = [Math.min(...all), Math.max(...all)];
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
