import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listCommits } from "../../../shared/api/resources/commits.ts";
import { useAccountId } from "../../api/account-context.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { WeekChart } from "../../ui/charts/week-chart.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
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
      const times: { readonly who: string; readonly time: number }[] = [];
      let more = true;
      for (let page = 1; page <= maxPages && more; page++) {
        const response = await requestOperation(
          account,
          listCommits,
          { id: project, per_page: 100, page },
          { signal },
        );
        for (const { author_name, authored_date, created_at } of response.data)
          times.push({ who: author_name, time: Date.parse(authored_date ?? created_at ?? "") });
        more = response.paging.nextPage !== null;
      }
      return { times: times.filter(({ time }) => !Number.isNaN(time)), more };
    },
    staleTime: 300_000,
  });
  const charts = useMemo(() => {
    const all = (commits.data?.times ?? []).map(({ time }) => time);
    const [from, to] = [Math.min(...all), Math.max(...all)];
    const people = new Map<string, number[]>();
    for (const { who, time } of commits.data?.times ?? [])
      people.set(who, [...(people.get(who) ?? []), time]);
    const top = [...people].sort((a, b) => b[1].length - a[1].length).slice(0, maxPeople);
    return {
      all: countWeeks(all),
      people: top.map(([who, times]) => ({ who, weeks: countWeeks(times, from, to) })),
    };
  }, [commits.data]);
  if (commits.isPending) return <Skeleton lines={4} height={28} label="Counting commits" />;
  if (charts.all.length === 0) return null;
  const top = Math.max(...charts.people.flatMap(({ weeks }) => weeks.map(({ count }) => count)));
  return (
    <section className={styles.charts} aria-label="Commits over time">
      <WeekChart label="Commits" weeks={charts.all} />
      {commits.data?.more ? (
        <p className={styles.email}>
          The newest {(maxPages * 100).toLocaleString()} commits are counted; there are older ones.
        </p>
      ) : null}
      <div className={styles.people}>
        {charts.people.map(({ who, weeks }) => (
          <WeekChart key={who} label={who} weeks={weeks} top={top} height={48} />
        ))}
      </div>
    </section>
  );
}
