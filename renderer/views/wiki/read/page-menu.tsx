import { ClipboardCopy, FileInput, GitFork, History, Link2, Trash2 } from "lucide-react";
import type { WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { shareUrl } from "../../../features/addresses/share-url.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { MenuItem, MenuSeparator } from "../../../ui/menu-item.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { toast } from "../../../ui/toast.tsx";
import { formatLabel } from "../model/formats.ts";
import { useWiki } from "../model/use-wiki.ts";
import { useDeletePage } from "./use-delete-page.ts";

/** Further actions on a page. */
export function PageMenu({ page }: { readonly page: WikiPage }) {
  const { go, hrefOf, mayWrite, mayDelete, cloneUrl } = useWiki();
  const { slug, title, content = "", format } = page;
  const deletePage = useDeletePage();
  return (
    <MoreMenu of={title}>
      <MenuItem icon={Link2} onSelect={() => void copy(shareUrl(hrefOf({ kind: "page", slug })), "Link")}>
        Copy link
      </MenuItem>
      <MenuItem icon={ClipboardCopy} onSelect={() => void copy(content, formatLabel(format))}>
        Copy as {formatLabel(format)}
      </MenuItem>
      {cloneUrl ? (
        <MenuItem icon={GitFork} onSelect={() => void copy(cloneUrl, "Clone address")}>
          Copy clone address of the wiki
        </MenuItem>
      ) : null}
      <MenuItem icon={History} onSelect={() => go(hrefOf({ kind: "history", slug }))}>
        History
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={FileInput}
        disabled={!mayWrite}
        onSelect={() => go(hrefOf({ kind: "edit", slug }, { focus: "title" }))}
      >
        Rename or move…
      </MenuItem>
      <MenuItem
        icon={Trash2}
        danger
        disabled={!mayDelete}
        description={mayDelete ? undefined : "Needs the maintainer role"}
        onSelect={() => void deletePage(page)}
      >
        Delete
      </MenuItem>
    </MoreMenu>
  );
}

async function copy(text: string, what: string): Promise<void> {
  if (await copyText(text)) toast.success(`${what} copied`);
  else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}
