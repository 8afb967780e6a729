import { CaseSensitive, FileSearch, Regex, WholeWord } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { z } from "zod";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { shortRef } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { useIsLocal } from "../../features/local-repositories/local-account.ts";
import { isEmpty } from "../../features/repository/needs-commits.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./search.module.css";
import { Results } from "./search-results.tsx";
import { Summary } from "./search-summary.tsx";
import { firstBudget, useSearch } from "./use-search.ts";

/** `1` sets a flag; `here` searches the files on this machine, whatever search the service has. */
const addressSearch = z.object({
  q: z.string().optional(),
  ref: z.string().optional(),
  include: z.string().optional(),
  exclude: z.string().optional(),
  case: z.string().optional(),
  word: z.string().optional(),
  regex: z.string().optional(),
  here: z.string().optional(),
});

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
    go(
      hrefs.project(
        account,
        project,
        "files",
        { path, ...(address.ref ? { ref: address.ref } : {}) },
        `L${line}`,
      ),
    );
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
      <search className={styles.form} aria-label="In files">
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
