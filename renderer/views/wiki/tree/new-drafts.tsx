import { FilePen } from "lucide-react";
import { useMemo } from "react";
import { looseName } from "../../../../shared/wiki/page-titles.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { draftsOf, useWikiDrafts } from "../../../state/wiki-drafts.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useWiki } from "../model/use-wiki.ts";
import styles from "./tree.module.css";

/** Unsaved pages without a row in the tree: new ones, and those whose page was deleted or moved. */
export function NewDrafts() {
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
