import { FilePen } from "lucide-react";
import { useMemo } from "react";
import { AppAnchor } from "../../../features/app-links/app-anchor.tsx";
import { draftsOf, useWikiDrafts } from "../../../state/wiki-drafts.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useWiki } from "../use-wiki.ts";
import styles from "./tree.module.css";

/** Pages that were begun and are not saved; those that exist are marked in the tree itself. */
export function NewDrafts() {
  const wiki = useWiki();
  const drafts = useWikiDrafts((state) => state.drafts);
  const begun = useMemo(
    () => draftsOf({ ...useWikiDrafts.getState(), drafts }, wiki).filter(({ base }) => base === null),
    [drafts, wiki],
  );
  if (begun.length === 0) return null;
  return (
    <ul className={styles.drafts} aria-label="Unsaved new pages">
      {begun.map(({ id, text }) => (
        <li key={id}>
          <AppAnchor href={wiki.hrefOf({ kind: "new" }, { draft: id })} className={styles.draft}>
            <Icon of={FilePen} size={14} />
            <bdi>{text.title || "Untitled page"}</bdi>
          </AppAnchor>
        </li>
      ))}
    </ul>
  );
}
