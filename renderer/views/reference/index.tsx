import { useParams } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import { describeOperation } from "../../../shared/api/contract/reference.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute } from "../../features/addresses/use-route.ts";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { catalogue, catalogueRows, searchCatalogue } from "./catalogue.ts";
import { OperationPage } from "./operation-page.tsx";
import styles from "./reference.module.css";

const referenceSearch = { q: anyText };

/** Every operation of the interface: found by a word, explained, and tried on this account. */
export function ReferenceView() {
  const { account } = useAccountRoute();
  const chosen = useParams({ from: "/a/$account/reference/$operation", shouldThrow: false })?.operation;
  const [{ q = "" }, changeSearch] = useAddressSearch(referenceSearch);
  const go = useGo();
  const found = searchCatalogue(catalogue, q);
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
