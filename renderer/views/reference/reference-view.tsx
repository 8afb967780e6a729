import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { BookOpen, Search } from "lucide-react";
import { describeOperation } from "../../../shared/api/contract/reference.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SplitPane } from "../../ui/split-pane.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { catalogue, search, toRows } from "./catalogue.ts";
import { OperationPage } from "./operation-page.tsx";
import styles from "./reference.module.css";

/** Every operation of the interface: found by a word, explained, and tried on this account. */
export function ReferenceView() {
  const { account = "", operation: chosen } = useParams({ strict: false }) as {
    account?: string;
    operation?: string;
  };
  const { q = "" } = useSearch({ strict: false }) as { q?: string };
  const navigate = useNavigate();
  const found = search(catalogue, q);
  const entry = catalogue.find(({ name }) => name === chosen);
  const go = (name: string | undefined, query: string) =>
    void navigate({
      ...(name
        ? { to: "/a/$account/reference/$operation" as const, params: { account, operation: name } }
        : { to: "/a/$account/reference" as const, params: { account } }),
      search: query ? { q: query } : {},
      replace: name === chosen,
    });
  return (
    <SplitPane
      label="Operations"
      defaultSize={340}
      max={560}
      landmark={{ role: "navigation", label: "Operations" }}
      first={
        <div className={styles.side}>
          <div className={styles.search}>
            <TextField
              label="Search operations"
              hideLabel
              type="search"
              icon={Search}
              placeholder={`Search ${catalogue.length} operations`}
              value={q}
              onChange={(query) => go(chosen, query)}
            />
          </div>
          {found.length === 0 ? (
            <p className={styles.none}>No operation holds all of these words.</p>
          ) : (
            <VirtualList
              label="Operations"
              className={styles.list ?? ""}
              items={toRows(found)}
              itemKey={(row) => row.key}
              rowHeight={(row) => (row.kind === "group" ? 34 : 44)}
              selectedKey={chosen}
              renderItem={(row) =>
                row.kind === "group" ? (
                  <span className={styles.group}>
                    {row.title} <span className={styles.muted}>{row.count}</span>
                  </span>
                ) : (
                  <span className={styles.entry}>
                    <span className={styles.method} data-method={row.entry.operation.method}>
                      {row.entry.operation.method}
                    </span>
                    <span className={styles.entryText}>
                      <span className={styles.summary}>{row.entry.operation.summary}</span>
                      <span className={styles.path}>{row.entry.operation.path}</span>
                    </span>
                  </span>
                )
              }
              onOpen={(row) => {
                if (row.kind === "entry") go(row.entry.name, q);
              }}
            />
          )}
        </div>
      }
      second={
        entry ? (
          <OperationPage
            key={`${account} ${entry.name}`}
            account={account}
            reference={describeOperation(entry.name, entry.operation)}
            group={entry.group}
          />
        ) : (
          <>
            <h1 className={styles.hidden}>API reference</h1>
            <EmptyState
              icon={BookOpen}
              title="API reference"
              description="Choose an operation to see its parameters and its answer, to try it on this account, or to copy it as a command."
            />
          </>
        )
      }
    />
  );
}
