import {
  FilePen,
  FileSearch,
  FileText,
  Folder,
  FolderOpen,
  House,
  NotebookText,
  PencilLine,
} from "lucide-react";
import { useMemo, useState } from "react";
import { looseName } from "../../../shared/wiki/pages.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { homeSlug } from "../../features/addresses/wiki-address.ts";
import { FileTree } from "../../features/file-tree/file-tree.tsx";
import { draftsOf, useWikiDrafts } from "../../state/wiki-drafts.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import pane from "../../ui/panes/side-pane.module.css";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import { filterPages, foldersOn, pageTree, type WikiNode } from "./model/page-tree.ts";
import { useWiki } from "./model/use-wiki.ts";
import styles from "./wiki.module.css";

interface PageTreeProps {
  /** Slug of the open page; null for none. */
  readonly current: string | null;
}

/** The wiki's pages in their folders, with search, a filter and unsaved pages. */
export function PageTree({ current }: PageTreeProps) {
  const { pages, go, hrefOf, mayWrite } = useWiki();
  const [filter, setFilter] = useState("");
  return (
    <nav className={pane.side} aria-label="Wiki pages">
      <div className={pane.head}>
        <SearchField label="Filter pages" placeholder="Filter" value={filter} onChange={setFilter} />
        <IconButton
          label="Search wiki pages"
          command="wiki.search"
          icon={FileSearch}
          onClick={() => go(hrefOf({ kind: "search" }))}
        />
        {mayWrite ? <Button onClick={() => go(hrefOf({ kind: "new" }))}>New page</Button> : null}
      </div>
      <NewDrafts />
      <div className={flow.fill}>
        <Tree filter={filter.trim()} current={current} />
      </div>
      <p className={cx(pane.note, flow.ruled)} role="status">
        {filter.trim() === ""
          ? `${pages.length} ${pages.length === 1 ? "page" : "pages"}`
          : `${filterPages(pages, filter).length} of ${pages.length} pages`}
      </p>
    </nav>
  );
}

function Tree({ filter, current }: { readonly filter: string; readonly current: string | null }) {
  const wiki = useWiki();
  const { pages, hrefOf } = wiki;
  const folders = useMemo(() => pageTree(filterPages(pages, filter)), [pages, filter]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(foldersOn(current ?? "")));
  const [active, setActive] = useState(current ?? "");
  // The tree follows navigation elsewhere.
  const [shown, setShown] = useState(current);
  if (shown !== current) {
    setShown(current);
    if (current !== null) {
      setActive(current);
      setOpen(new Set([...open, ...foldersOn(current)]));
    }
  }
  const drafts = useWikiDrafts((state) => state.drafts);
  const edited = useMemo(
    () => new Set(draftsOf({ ...useWikiDrafts.getState(), drafts }, wiki).map(({ id }) => id)),
    [drafts, wiki],
  );
  if (filter && folders.get("")?.entries?.length === 0) return <p className={pane.note}>No matches</p>;
  return (
    <FileTree
      label="Pages"
      folders={folders}
      // A filter shows all matches, also in folded folders.
      open={filter ? new Set(folders.keys()) : open}
      onOpen={setOpen}
      path={current ?? ""}
      active={active}
      onActive={setActive}
      hrefOf={(node) => (node.isPage ? hrefOf({ kind: "page", slug: node.path }) : null)}
      urlOf={noUrl}
      iconOf={iconOf}
      onApproach={nothing}
      markOf={(node) =>
        edited.has(node.path) ? (
          <span className={styles.mark} title="Unsaved changes">
            <Icon of={PencilLine} size={12} label="Unsaved changes" />
          </span>
        ) : null
      }
    />
  );
}

const noUrl = (): null => null;
const nothing = (): void => undefined;

const iconOf = ({ path, kind, isPage }: WikiNode, open: boolean) => (
  <Icon
    of={
      path === homeSlug
        ? House
        : kind === "file"
          ? FileText
          : isPage
            ? NotebookText
            : open
              ? FolderOpen
              : Folder
    }
    className={styles.icon}
  />
);

/** Unsaved pages without a row in the tree: new ones, and those whose page was deleted or moved. */
function NewDrafts() {
  const wiki = useWiki();
  const drafts = useWikiDrafts((state) => state.drafts);
  const begun = useMemo(
    () =>
      draftsOf({ ...useWikiDrafts.getState(), drafts }, wiki).filter(
        ({ base, id }) => base === null || (wiki.list.data && !wiki.names.has(looseName(id))),
      ),
    [drafts, wiki],
  );
  if (begun.length === 0) return null;
  return (
    <ul className={styles.drafts} aria-label="Unsaved pages">
      {begun.map(({ id, base, text }) => (
        <li key={id}>
          <AppLink
            href={
              base === null
                ? wiki.hrefOf({ kind: "new" }, { draft: id })
                : wiki.hrefOf({ kind: "edit", slug: id })
            }
            className={styles.draft}
          >
            <Icon of={FilePen} size={14} />
            <bdi>{text.title || "Untitled page"}</bdi>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
