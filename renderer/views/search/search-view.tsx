import { CaseSensitive, ChevronDown, ChevronRight, FileSearch, Regex, Square, WholeWord } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { shortRef } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { useIsLocal } from "../../features/local-repositories/use-original.ts";
import { isEmpty } from "../../features/repository/needs-commits.tsx";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { CodeLine } from "../../ui/code/code-line.ts";
import { SearchField, TextField } from "../../ui/forms/text-field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { useWidth } from "../../ui/panes/observe-element.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import type { FileHits } from "../../workers/search/search.worker.ts";
import type { LineHit } from "../../workers/search/search-text.ts";
import { nearFirstMatch, roomForCode } from "./lines/near-first-match.ts";
import styles from "./search.module.css";
import { resultRows, type SearchResults } from "./search-state.ts";
import { firstBudget, useSearch } from "./use-search.ts";

/** `1` sets a flag; `here` searches the files on this machine, whatever search the service has. */
const addressSearch = {
  q: anyText,
  ref: anyText,
  include: anyText,
  exclude: anyText,
  case: anyText,
  word: anyText,
  regex: anyText,
  here: anyText,
};

/** Searches the files of a ref, and lists what could not be searched. */
export function SearchView() {
  const { account, project } = useProjectRoute();
  const [address, change] = useAddressSearch(addressSearch);
  const go = useGo();
  const [budget, setBudget] = useState(firstBudget);
  const details = useOperation(getProject, { id: project });
  const ref = address.ref ?? details.data?.default_branch ?? undefined;
  const commit = useOperation(getCommit, ref ? { id: project, sha: ref, stats: false } : null);
  const hasNothing = details.data !== undefined && (ref === undefined || isEmpty(details.data));
  const query = useDeferredValue(address.q ?? "");
  const isOwn = useIsLocal(account);
  const state = useSearch({
    account,
    project,
    commit: commit.data?.id,
    query: {
      text: query,
      include: address.include ?? "",
      exclude: address.exclude ?? "",
      regex: address.regex === "1",
      matchCase: address.case === "1",
      wholeWord: address.word === "1",
    },
    budget,
    here: address.here === "1",
  });
  const flag = (name: "case" | "word" | "regex") => () =>
    change({ [name]: address[name] === "1" ? "" : "1" });
  const lines = state.files.reduce((sum, { total }) => sum + total, 0);
  const open = (path: string, line: number) =>
    go(hrefs.project(account, project, "files", { path, ref: address.ref }, `L${line}`));
  if (hasNothing) {
    return (
      <div className={layout.page}>
        <PageHeader title="Search in files" icon={FileSearch} />
        <EmptyState
          icon={FileSearch}
          title="No files to search"
          description="Search works after the first commit."
          actions={
            <Button asChild variant="primary">
              <AppLink href={hrefs.project(account, project, "files")}>Create a file</AppLink>
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <div className={layout.page}>
      <PageHeader
        title="Search in files"
        icon={FileSearch}
        meta={
          ref ? (
            <>
              at <code>{shortRef(ref)}</code>
            </>
          ) : null
        }
      />
      <search className={layout.bar} aria-label="In files">
        <div className={styles.line}>
          <SearchField
            label="Search in files"
            mono
            placeholder="Text or pattern"
            value={address.q ?? ""}
            onChange={(q) => change({ q })}
            className={flow.grow ?? ""}
            autoFocus
          />
          <IconButton
            label="Match case"
            icon={CaseSensitive}
            pressed={address.case === "1"}
            onClick={flag("case")}
          />
          <IconButton
            label="Whole word"
            icon={WholeWord}
            pressed={address.word === "1"}
            onClick={flag("word")}
          />
          <IconButton
            label="Regular expression"
            icon={Regex}
            pressed={address.regex === "1"}
            onClick={flag("regex")}
          />
        </div>
        <div className={styles.line}>
          <TextField
            label="Files to include"
            hideLabel
            mono
            placeholder="Include: *.ts, src/**"
            value={address.include ?? ""}
            onChange={(include) => change({ include })}
          />
          <TextField
            label="Files to exclude"
            hideLabel
            mono
            placeholder="Exclude: dist, *.test.ts"
            value={address.exclude ?? ""}
            onChange={(exclude) => change({ exclude })}
          />
        </div>
      </search>
      {query === "" ? (
        <EmptyState
          icon={FileSearch}
          title="Search by text or pattern"
          description="Searches every file. Files that could not be read are listed."
        />
      ) : state.error || commit.error || details.error ? (
        <ErrorState
          {...describeProblem(state.error ?? commit.error ?? details.error)}
          onRetry={() => {
            if (details.error) void details.refetch();
            if (commit.error) void commit.refetch();
            if (state.error) state.retry();
          }}
        />
      ) : (
        <>
          <Summary
            state={state}
            lines={lines}
            onMore={() => setBudget(budget * 4)}
            onHere={isOwn && !state.cut ? null : () => change({ here: "1" })}
          />
          {state.files.length === 0 && !state.running ? (
            <EmptyState
              icon={FileSearch}
              title="No matches"
              description="Try different words or fewer filters."
            />
          ) : (
            <Results files={state.files} scope={JSON.stringify(address)} onOpen={open} />
          )}
        </>
      )}
    </div>
  );
}

interface ResultsProps {
  readonly files: readonly FileHits[];
  /** Another value scrolls back to the first result. */
  readonly scope: string;
  readonly onOpen: (path: string, line: number) => void;
}

/** Files with their lines that match; a click on a file folds its lines. */
function Results({ files, scope, onOpen }: ResultsProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [measure, width] = useWidth();
  const room = roomForCode(width);
  return (
    <div ref={measure} className={flow.fillColumn}>
      <VirtualList
        label="Results"
        className={flow.fill ?? ""}
        items={resultRows(files, folded)}
        scope={scope}
        itemKey={(row) => row.key}
        rowHeight={(row) => (row.kind === "file" ? 30 : 22)}
        renderItem={(row) =>
          row.kind === "file" ? (
            <span className={styles.file}>
              <Icon of={folded.has(row.path) ? ChevronRight : ChevronDown} size={14} />
              <FileIcon name={row.path} />
              <span className={cx(layout.ellipsis, styles.path)}>{row.path}</span>
              <span className={layout.small}>{row.total}</span>
            </span>
          ) : (
            <Line hit={nearFirstMatch(row.hit, room)} />
          )
        }
        onOpen={(row) => {
          if (row.kind === "hit") return onOpen(row.path, row.hit.line);
          setFolded((now) =>
            now.has(row.path)
              ? new Set([...now].filter((path) => path !== row.path))
              : new Set([...now, row.path]),
          );
        }}
      />
    </div>
  );
}

const Line = ({ hit }: { readonly hit: LineHit }) => (
  <span className={styles.hit}>
    <span className={styles.number}>{hit.line}</span>
    <span className={styles.code}>
      <CodeLine text={hit.text} marks={hit.marks} markClass={layout.match} />
    </span>
  </span>
);

interface SummaryProps {
  readonly state: SearchResults & { readonly cancel: () => void };
  readonly lines: number;
  readonly onMore: () => void;
  /** Searches every file here instead; null where the service's own search leaves nothing out. */
  readonly onHere: (() => void) | null;
}

/** The numbers of results and of files searched and skipped. */
function Summary({ state, lines, onMore, onHere }: SummaryProps) {
  const { candidates, searched, large, binary, beyond, unreadable, running, cancel, source } = state;
  const done = searched + large + unreadable + binary + beyond;
  return (
    <div className={styles.summary}>
      <output>
        {lines.toLocaleString()} {lines === 1 ? "result" : "results"} in {state.files.length.toLocaleString()}{" "}
        {state.files.length === 1 ? "file" : "files"} ({howSearched(state, onHere !== null)})
      </output>
      {running ? (
        <>
          <ProgressBar
            label="Searching"
            value={source === "service" || candidates === 0 ? null : Math.min(1, done / candidates)}
          />
          <Button size="s" icon={Square} onClick={cancel}>
            Cancel
          </Button>
        </>
      ) : source === "service" && onHere ? (
        <Button size="s" onClick={onHere}>
          Search every file here
        </Button>
      ) : beyond > 0 ? (
        <Button size="s" onClick={onMore}>
          Search more
        </Button>
      ) : null}
    </div>
  );
}

function howSearched({ source, cut, candidates, searched, ...left }: SearchResults, unsure: boolean): string {
  if (source === "service") {
    if (cut) return "the service returns no more; narrow the search to see the rest";
    return unsure ? "searched by the service, which may leave out parts of words" : "all files searched";
  }
  const count = (number: number, words: string) =>
    number > 0 ? [`${number.toLocaleString()} ${words}`] : [];
  const missing = [
    ...count(left.large, "larger than 1 MB"),
    ...count(left.binary, "binary"),
    ...count(left.unreadable, "that could not be loaded"),
    ...count(left.beyond, "beyond the budget"),
  ];
  if (missing.length === 0 && searched === candidates) return `all ${candidates.toLocaleString()} searched`;
  const rest = missing.length > 0 ? `; not searched: ${missing.join(", ")}` : "";
  return `${searched.toLocaleString()} of ${candidates.toLocaleString()} files searched${rest}`;
}
