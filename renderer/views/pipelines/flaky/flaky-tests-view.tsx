import { useQuery } from "@tanstack/react-query";
import { GitBranch, RefreshCw, SearchX, Shuffle, X } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { ledgerLimits } from "../../../../shared/ci/test-ledger-limits.ts";
import { type LedgerEntry, type TestLedger, testLedgerRoutes } from "../../../../shared/host/test-ledger.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { callHost } from "../../../api/fetch-host.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { anyText, oneOf } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../../features/addresses/use-route.ts";
import { percentOf } from "../../../features/test-reports/flaky-mark.tsx";
import { useTestLedger } from "../../../features/test-reports/use-test-ledger.ts";
import { Button, IconButton, Link } from "../../../ui/buttons/button.tsx";
import { ToggleButtons } from "../../../ui/buttons/toggle-buttons.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { LongTitle } from "../../../ui/marks/long-title.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { SplitPane } from "../../../ui/panes/split-pane.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { ProgressBar } from "../../../ui/states/progress.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import styles from "./flaky-tests.module.css";
import { isShown, ledgerOrders, ledgerRows, ledgerShows } from "./ledger-rows.ts";
import { type LedgerReading, useReadLedger } from "./use-read-ledger.ts";

const flakySearch = { show: oneOf(...ledgerShows), order: oneOf(...ledgerOrders), ref: anyText, q: anyText };

const orderLabels = {
  flaky: "Most flaky first",
  failures: "Most failures first",
  last: "Last failed first",
  first: "Newest tests first",
  name: "By name",
} as const;

/** Tests of a project that fail now and then, out of the reports that were read on this computer. */
export function FlakyTests({ tabs }: { readonly tabs: ReactNode }) {
  const { account, project } = useProjectRoute();
  const [{ show = "flaky", ref }, changeSearch] = useAddressSearch(flakySearch);
  const ledger = useTestLedger(account, project, { ref, all: show === "all" });
  const { reading, cancel, readAgain } = useReadLedger(account, project);
  const { data } = ledger;
  return (
    <div className={layout.page}>
      <PageHeader
        // Its tab says it.
        title={<VisuallyHidden>Flaky tests</VisuallyHidden>}
        icon={Shuffle}
        tabs={tabs}
        meta={data ? <LedgerAge ledger={data} /> : null}
        tools={<ReadingProgress reading={reading} />}
        actions={
          isReading(reading) ? (
            <Button icon={X} onClick={cancel}>
              Cancel
            </Button>
          ) : (
            <Button icon={RefreshCw} onClick={readAgain}>
              {reading.state === "done" ? "Read new pipelines" : "Continue reading"}
            </Button>
          )
        }
      />
      <ReadingLine reading={reading} onRetry={readAgain} />
      {ledger.error && !data ? (
        <ErrorState {...describeProblem(ledger.error)} onRetry={() => void ledger.refetch()} />
      ) : !data ? (
        <Skeleton page lines={8} height={rowHeight} label="Loading flaky tests" />
      ) : data.withTests === 0 && ref === undefined ? (
        <NoTests ledger={data} reading={reading} />
      ) : (
        <Tests
          account={account}
          project={project}
          ledger={data}
          onRef={(next) => changeSearch({ ref: next })}
        />
      )}
    </div>
  );
}

const isReading = ({ state }: LedgerReading): boolean => state === "listing" || state === "reading";

/** Age and number of what was read. */
function LedgerAge({ ledger: { pipelines, readAt } }: { readonly ledger: TestLedger }) {
  if (readAt === null) return null;
  return (
    <span>
      {pipelines} {pipelines === 1 ? "pipeline" : "pipelines"}, read <RelativeTime time={readAt} />
    </span>
  );
}

interface ReadingLineProps {
  readonly reading: LedgerReading;
  readonly onRetry: () => void;
}

/** Line about reports that were not read. */
function ReadingLine({ reading, onRetry }: ReadingLineProps) {
  if (reading.state === "failed") {
    return (
      <ErrorState
        compact
        {...describeProblem(reading.error)}
        title="Not all reports were read"
        onRetry={onRetry}
      />
    );
  }
  if (reading.state === "done" && reading.skipped > 0) {
    return (
      <p className={styles.rule} role="status">
        {reading.skipped} {reading.skipped === 1 ? "pipeline" : "pipelines"} could not be read.
      </p>
    );
  }
  return null;
}

/** Progress of reading the reports, in the head: what is below it does not move. */
function ReadingProgress({ reading }: { readonly reading: LedgerReading }) {
  if (reading.state !== "reading" || reading.done === reading.total) return null;
  return (
    <span className={styles.progress}>
      {reading.done} of {reading.total} read
      <ProgressBar
        className={styles.bar ?? ""}
        label="Reading reports"
        value={reading.done / reading.total}
      />
    </span>
  );
}

interface NoTestsProps {
  readonly ledger: TestLedger;
  readonly reading: LedgerReading;
}

/** No pipeline that was read has a report. */
function NoTests({ ledger, reading }: NoTestsProps) {
  if (isReading(reading)) {
    return (
      <EmptyState
        page
        icon={Shuffle}
        title="No tests yet"
        description={`Helve reads the test reports of the last ${ledgerLimits.pipelines} pipelines.`}
      />
    );
  }
  return (
    <EmptyState
      page
      icon={Shuffle}
      title="No test reports"
      description={
        <>
          {ledger.pipelines === 0
            ? "No pipeline was read yet."
            : `None of the ${ledger.pipelines} pipelines that were read has a test report.`}{" "}
          A job reports its tests with <code>artifacts:reports:junit</code>; where the service has no reports
          of pipelines, the file must also be in <code>artifacts:paths</code>.
        </>
      }
    />
  );
}

interface TestsProps {
  readonly account: string;
  readonly project: string;
  readonly ledger: TestLedger;
  readonly onRef: (ref: string | undefined) => void;
}

const rowHeight = 46;

/** Pixels of the list at first. */
const listWidth = (): number => Math.max(320, Math.round(window.innerWidth * 0.45));

function Tests({ account, project, ledger, onRef }: TestsProps) {
  const [{ show = "flaky", order = "flaky", ref, q = "" }, changeSearch] = useAddressSearch(flakySearch);
  const [chosen, setChosen] = useState<number | null>(null);
  const { entries } = ledger;
  const rows = useMemo(() => ledgerRows(entries, { show, order, text: q }), [entries, show, order, q]);
  const open = rows.find(({ id }) => id === chosen) ?? rows[0];
  const count = (of: "flaky" | "failed") => entries.filter((entry) => isShown(entry, of)).length;
  return (
    <>
      <search className={layout.bar} aria-label="Flaky tests">
        <ToggleButtons
          label="Show tests"
          value={show}
          onChange={(value) => changeSearch({ show: value === "flaky" ? undefined : value })}
          options={[
            { value: "flaky", label: "Flaky", count: count("flaky") },
            { value: "failed", label: "Failed", count: count("failed") },
            { value: "all", label: "All", count: show === "all" ? ledger.total : null },
          ]}
        />
        <Combobox
          label="Branch"
          trigger={
            <Button icon={GitBranch} aria-label={`Branch: ${ref ?? "all"}`}>
              {ref ?? "All branches"}
            </Button>
          }
          items={ledger.refs.map((name) => ({ id: name, label: name, selected: name === ref }))}
          onChoose={({ id }) => onRef(id === ref ? undefined : id)}
        />
        {ref === undefined ? null : (
          <IconButton label="Show all branches" icon={X} onClick={() => onRef(undefined)} />
        )}
        <Select
          label="Order"
          hideLabel
          value={order}
          onChange={(value) => changeSearch({ order: value === "flaky" ? undefined : value })}
          options={ledgerOrders.map((value) => ({ value, label: orderLabels[value] }))}
        />
        <SearchField
          label="Filter tests"
          placeholder="Filter by name, group or job"
          value={q}
          onChange={(text) => changeSearch({ q: text })}
          className={layout.search}
        />
      </search>
      <p className={styles.rule}>
        Flaky rate: runs that failed for a commit for which the same test of the same job passed as well, in
        another pipeline or on retry. Failure rate: all runs that failed.
      </p>
      {rows.length === 0 ? (
        q.trim() !== "" || ref !== undefined || show !== "flaky" ? (
          <EmptyState
            page
            icon={SearchX}
            title="No test matches"
            description="Remove a filter or show all."
          />
        ) : (
          <EmptyState
            page
            icon={Shuffle}
            title="No flaky tests"
            description={`In ${ledger.pipelines} pipelines no test failed and passed for the same commit.`}
          />
        )
      ) : (
        <div className={layout.list}>
          <SplitPane
            label="test list"
            defaultSize={listWidth()}
            min={240}
            max={900}
            first={
              <VirtualList
                label="Tests"
                items={rows}
                scope={`${show} ${order} ${ref ?? ""} ${q}`}
                itemKey={({ id }) => id}
                rowHeight={rowHeight}
                {...(open ? { selectedKey: open.id } : {})}
                onOpen={({ id }) => setChosen(id)}
                renderItem={(entry) => <Row entry={entry} open={entry.id === open?.id} />}
              />
            }
            second={open ? <Details key={open.id} account={account} project={project} entry={open} /> : null}
          />
        </div>
      )}
    </>
  );
}

function Row({ entry, open }: { readonly entry: LedgerEntry; readonly open: boolean }) {
  const { name, group, job, runs, failures, flaky, lastFailed } = entry;
  return (
    <div className={styles.row} data-open={open}>
      <span className={layout.rowText}>
        <bdi className={cx(layout.ellipsis, layout.strong)}>{name || "(no name)"}</bdi>
        <span className={layout.meta}>{[group, job].filter(Boolean).join(" · ")}</span>
      </span>
      <span className={styles.numbers}>
        <span className={styles.rate}>{percentOf(flaky, runs)} % flaky</span>
        <span className={layout.small}>
          {failures} of {runs} runs failed
        </span>
      </span>
      <span className={cx(layout.small, styles.time)}>
        {lastFailed === null ? "never failed" : <RelativeTime time={lastFailed} />}
      </span>
    </div>
  );
}

interface DetailsProps {
  readonly account: string;
  readonly project: string;
  readonly entry: LedgerEntry;
}

const focusable = { tabIndex: 0 };

/** One test: its numbers, and the end of its last failure. */
function Details({ account, project, entry }: DetailsProps) {
  const { id, name, group, job, runs, failures, flaky, firstSeen, lastFailed, lastPipeline, lastJob } = entry;
  const failure = useQuery({
    queryKey: ["test-failure", account, project, id, lastPipeline],
    queryFn: ({ signal }) => callHost(testLedgerRoutes.failure, { id: account, project, test: id }, signal),
    enabled: failures > 0,
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  // Of a branch by itself the last failure may be an earlier one than that whose lines are stored.
  const lines = failure.data?.pipeline === lastPipeline ? failure.data.lines : "";
  return (
    <article className={styles.details} aria-label={name}>
      <h2 className={styles.title}>
        <LongTitle text={name || "(no name)"} />
      </h2>
      <dl className={layout.fields}>
        <Field name="Job">{job}</Field>
        {group ? <Field name="Group">{group}</Field> : null}
        <Field name="Flaky">
          {percentOf(flaky, runs)} % ({flaky} of {runs} runs)
        </Field>
        <Field name="Failed">
          {percentOf(failures, runs)} % ({failures} of {runs} runs)
        </Field>
        <Field name="First seen">
          <RelativeTime time={firstSeen} />
        </Field>
        {lastFailed === null || lastPipeline === null ? null : (
          <Field name="Last failed">
            <RelativeTime time={lastFailed} />
            <Link asChild>
              <AppLink href={hrefs.pipeline(account, project, lastPipeline)}>#{lastPipeline}</AppLink>
            </Link>
            {lastJob === null ? null : (
              <Link asChild>
                <AppLink href={hrefs.job(account, project, lastJob)}>Log of job #{lastJob}</AppLink>
              </Link>
            )}
          </Field>
        )}
      </dl>
      {lines ? (
        <section className={styles.lines} aria-label="Last failure" {...focusable}>
          <pre>{lines}</pre>
        </section>
      ) : failures > 0 && failure.data ? (
        <p className={layout.muted}>The report has no text for the last failure.</p>
      ) : null}
      {failure.error ? (
        <ErrorState compact {...describeProblem(failure.error)} onRetry={() => void failure.refetch()} />
      ) : null}
    </article>
  );
}

const Field = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
