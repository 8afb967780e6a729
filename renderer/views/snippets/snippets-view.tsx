import { Clock, Files, Plus, Search, SquareCode } from "lucide-react";
import { useEffect } from "react";
import { listProjectSnippets, type Snippet } from "../../../shared/api/resources/project-snippets.ts";
import { listPublicSnippets, listSnippets } from "../../../shared/api/resources/snippets.ts";
import { plainLine } from "../../../shared/text/plain-markdown.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute, useRouteProject } from "../../features/addresses/use-route.ts";
import { PagedList } from "../../features/paged-list/list-states.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import bar from "../../ui/forms/bar-choices.module.css";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { filterSnippets, isFiltered, readFilter, type SnippetFilter } from "./filter-snippets.ts";
import { addressOf, pathsOfSnippet, type SnippetAddress, useGoToSnippet } from "./model/snippet-address.ts";
import { visibilities, visibilityBadge } from "./model/visibility.ts";
import { SnippetLink } from "./snippet-file-panel.tsx";
import styles from "./snippets.module.css";

const rowHeight = 56;
/** Snippets that are read to be filtered and sorted here: the interface does neither. */
const maxFiltered = 2_000;

const lists = [
  { value: "mine", label: "Mine" },
  { value: "public", label: "Public" },
] as const;
type List = (typeof lists)[number]["value"];

const snippetsSearch = {
  list: anyText,
  q: anyText,
  visibility: anyText,
  order: anyText,
};

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
          project === null
            ? list === "public"
              ? "Public snippets of everyone"
              : "Your own snippets, in no project"
            : undefined
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

interface SnippetRowProps {
  readonly address: SnippetAddress;
  readonly snippet: Snippet;
  readonly showAuthor: boolean;
}

/** One snippet of a list: what it is, who sees it, who wrote it and when it changed. */
function SnippetRow({ address, snippet, showAuthor }: SnippetRowProps) {
  const { title, author, expires_at, updated_at, created_at } = snippet;
  const paths = pathsOfSnippet(snippet);
  const badge = visibilityBadge(snippet);
  return (
    <div className={layout.row}>
      <FileIcon name={paths[0] ?? ""} />
      <div className={layout.rowText}>
        <span className={layout.line}>
          <SnippetLink address={address} className={layout.title} title={title}>
            {title}
          </SnippetLink>
          {badge ? (
            <Badge icon={badge.icon} title={badge.meaning} folds>
              {badge.label}
            </Badge>
          ) : null}
          {paths.length > 1 ? <Badge icon={Files}>{paths.length} files</Badge> : null}
          {expires_at ? (
            <Badge icon={Clock} tone="warning" folds>
              Expires <RelativeTime future time={expires_at} />
            </Badge>
          ) : null}
        </span>
        <span className={layout.meta}>
          <code>{paths[0]}</code>
          {showAuthor && author ? ` · ${author.name}` : ""}
          {snippet.description ? ` · ${plainLine(snippet.description)}` : ""}
        </span>
      </div>
      <span className={styles.time}>
        <RelativeTime time={updated_at ?? created_at ?? ""} />
      </span>
    </div>
  );
}

const kinds = [
  { value: "all", label: "Any visibility" } as const,
  ...visibilities.map(({ value, label, icon }) => ({ value, label, icon })),
];
const orders = [
  { value: "created", label: "Recently created" },
  { value: "updated", label: "Recently updated" },
  { value: "title", label: "Title" },
] as const;

interface SnippetFiltersProps {
  readonly filter: SnippetFilter;
  readonly onFilter: (filter: SnippetFilter) => void;
  /** Whether the list has snippets of several visibilities. */
  readonly hasVisibility: boolean;
}

/** Words, visibility and order of a list of snippets. */
function SnippetFilters({ filter, onFilter, hasVisibility }: SnippetFiltersProps) {
  return (
    <>
      <div className={styles.search}>
        <TextField
          label="Filter snippets"
          hideLabel
          icon={Search}
          placeholder="Filter by title, file or author"
          value={filter.text}
          onChange={(text) => onFilter({ ...filter, text })}
        />
      </div>
      <div className={bar.choices}>
        {hasVisibility ? (
          <Select
            label="Visibility"
            hideLabel
            value={filter.visibility}
            options={kinds}
            onChange={(visibility) => onFilter({ ...filter, visibility })}
          />
        ) : null}
        <Select
          label="Order"
          hideLabel
          className={bar.order ?? ""}
          value={filter.order}
          options={orders}
          onChange={(order) => onFilter({ ...filter, order })}
        />
      </div>
    </>
  );
}
