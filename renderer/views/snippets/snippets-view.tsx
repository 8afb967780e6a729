import { Plus, SquareCode } from "lucide-react";
import { useEffect } from "react";
import { z } from "zod";
import { listProjectSnippets } from "../../../shared/api/resources/project-snippets.ts";
import { listPublicSnippets, listSnippets } from "../../../shared/api/resources/snippets.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute, useRouteProject } from "../../features/addresses/use-route.ts";
import { PagedList } from "../../features/paged-list/paged-list.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { filterSnippets, isFiltered, readFilter, type SnippetFilter } from "./filter-snippets.ts";
import { addressOf, useGoToSnippet } from "./model/snippet-address.ts";
import { SnippetFilters } from "./snippet-filters.tsx";
import { SnippetLink } from "./snippet-link.tsx";
import { SnippetRow } from "./snippet-row.tsx";

const rowHeight = 56;
/** Snippets that are read to be filtered and sorted here: the interface does neither. */
const maxFiltered = 2_000;

const lists = [
  { value: "mine", label: "Mine" },
  { value: "public", label: "Public" },
] as const;
type List = (typeof lists)[number]["value"];

const snippetsSearch = z.object({
  list: z.string().optional(),
  q: z.string().optional(),
  visibility: z.string().optional(),
  order: z.string().optional(),
});

/** Snippets of a project, of the account's user, or the public ones of everyone. */
export function SnippetsView() {
  const { account } = useAccountRoute();
  const project = useRouteProject() ?? null;
  const [search, changeSearch] = useAddressSearch(snippetsSearch);
  const list: List = project === null && search.list === "public" ? "public" : "mine";
  const filter = readFilter(search);
  const snippets = useList(project, list, isFiltered(filter));
  const shown = filterSnippets(snippets.items, filter);
  const open = useGoToSnippet();
  const show = (next: List, { text, visibility, order }: SnippetFilter) =>
    changeSearch({
      list: next === "public" ? next : undefined,
      q: text,
      visibility: visibility === "all" ? undefined : visibility,
      order: order === "created" ? undefined : order,
    });
  const newSnippet = (
    <Button icon={Plus} variant="primary" asChild>
      <SnippetLink address={{ account, project, id: Number.NaN }}>New snippet</SnippetLink>
    </Button>
  );
  return (
    <div className={layout.page}>
      <PageHeader
        title="Snippets"
        icon={SquareCode}
        meta={
          project ?? (list === "public" ? "Public snippets of everyone" : "Your own snippets, in no project")
        }
        actions={newSnippet}
      />
      <div className={layout.bar}>
        {project === null ? (
          <SegmentedControl
            label="List"
            value={list}
            options={lists}
            onChange={(next) => show(next, filter)}
          />
        ) : null}
        <SnippetFilters
          filter={filter}
          onFilter={(next) => show(list, next)}
          hasVisibility={list !== "public"}
        />
      </div>
      <PagedList
        label="Snippets"
        mark={16}
        list={snippets}
        items={shown}
        scope={JSON.stringify([list, filter])}
        total={isFiltered(filter) ? shown.length : snippets.total}
        empty={
          isFiltered(filter) ? (
            <EmptyState
              icon={SquareCode}
              title="No snippet matches"
              description="Try different words or fewer filters."
              actions={
                <Button onClick={() => show(list, { text: "", visibility: "all", order: filter.order })}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={SquareCode}
              title={list === "public" ? "No public snippets" : "No snippets yet"}
              description="A snippet is a piece of code or text to keep or to share, without a repository."
              actions={newSnippet}
            />
          )
        }
        itemKey={({ id }) => id}
        rowHeight={rowHeight}
        renderItem={(snippet) => (
          <SnippetRow
            address={addressOf(account, project, snippet)}
            snippet={snippet}
            showAuthor={project !== null || list === "public"}
          />
        )}
        onOpen={(snippet) => {
          const address = addressOf(account, project, snippet);
          open(address, address.id);
        }}
      />
    </div>
  );
}

/** Reads the list page by page; `whole` reads all pages, for filtering. */
function useList(project: string | null, list: List, whole: boolean) {
  const page = { per_page: whole ? 100 : 50 };
  const keep = { keepPrevious: true };
  const ofProject = useOperationPages(
    listProjectSnippets,
    project === null ? null : { id: project, ...page },
    keep,
  );
  const own = useOperationPages(listSnippets, project === null && list === "mine" ? page : null, keep);
  const open = useOperationPages(
    listPublicSnippets,
    project === null && list === "public" ? page : null,
    keep,
  );
  const shown = project !== null ? ofProject : list === "mine" ? own : open;
  const { hasNextPage, isFetchingNextPage, fetchNextPage, items } = shown;
  const wanted = whole && hasNextPage && !isFetchingNextPage && items.length < maxFiltered;
  useEffect(() => {
    if (wanted) void fetchNextPage();
  }, [wanted, fetchNextPage]);
  return shown;
}
