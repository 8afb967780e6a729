import { useParams } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import { z } from "zod";
import { describeOperation } from "../../../shared/api/contract/reference.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useAccountRoute } from "../../features/addresses/use-route.ts";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { SplitPane } from "../../ui/split-pane.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { catalogue, catalogueRows, search } from "./catalogue.ts";
import { OperationPage } from "./operation-page.tsx";
import styles from "./reference.module.css";

const referenceSearch = z.object({ q: z.string().optional() });

/** Every operation of the interface: found by a word, explained, and tried on this account. */
export function ReferenceView() {
  const { account } = useAccountRoute();
  const chosen = useParams({ from: "/a/$account/reference/$operation", shouldThrow: false })?.operation;
  const [{ q = "" }, changeSearch] = useAddressSearch(referenceSearch);
  const go = useGo();
  const found = search(catalogue, q);
  const entry = catalogue.find(({ name }) => name === chosen);
  return (
    <SplitPane
      label="Operations"
      defaultSize={340}
      max={560}
      landmark={{ role: "navigation", label: "Operations" }}
      first={
        <div className={cx(layout.page, styles.side)}>
          <div className={styles.search}>
            <SearchField
              label="Search operations"
              placeholder={`Search ${catalogue.length} operations`}
              value={q}
              onChange={(query) => changeSearch({ q: query })}
            />
          </div>
          {found.length === 0 ? (
            <p className={styles.none}>No matches</p>
          ) : (
            <VirtualList
              label="Operations"
              className={flow.fill ?? ""}
              items={catalogueRows(found)}
              scope={q}
              itemKey={(row) => row.key}
              rowHeight={(row) => (row.kind === "group" ? 34 : 44)}
              isHeading={(row) => row.kind === "group"}
              selectedKey={chosen}
              renderItem={(row) =>
                row.kind === "group" ? (
                  <span className={styles.group}>
                    {row.title} <span className={layout.secondary}>{row.count}</span>
                  </span>
                ) : (
                  <span className={styles.entry}>
                    <span className={styles.method} data-method={row.entry.operation.method}>
                      {row.entry.operation.method}
                    </span>
                    <span className={styles.entryText}>
                      <span className={layout.ellipsis}>{row.entry.operation.summary}</span>
                      <span className={cx(layout.ellipsis, styles.path)}>{row.entry.operation.path}</span>
                    </span>
                  </span>
                )
              }
              onOpen={(row) => {
                if (row.kind === "entry") go(hrefs.reference(account, row.entry.name, { q }));
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
            <VisuallyHidden>
              <h1>API reference</h1>
            </VisuallyHidden>
            <EmptyState
              icon={BookOpen}
              title="API reference"
              description="Choose an operation to see its parameters and its response, to try it on this account, or to copy it as a command."
            />
          </>
        )
      }
    />
  );
}
