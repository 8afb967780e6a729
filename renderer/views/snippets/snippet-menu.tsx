import { Link2, Save, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Snippet } from "../../../shared/api/resources/snippet-shapes.ts";
import { toProblem } from "../../api/host.ts";
import { copyText } from "../../ui/copy-text.ts";
import { MenuItem, MenuSeparator } from "../../ui/menu-item.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { toast } from "../../ui/toast.tsx";
import { downloadSnippetFile } from "./download-snippet-file.ts";
import { pathsOf, type SnippetAddress } from "./model/snippet-address.ts";
import { useDeleteSnippet } from "./use-delete-snippet.ts";
import { UserAgentDialog } from "./user-agent-dialog.tsx";

interface SnippetMenuProps {
  readonly address: SnippetAddress;
  readonly snippet: Snippet;
  readonly mayDelete: boolean;
  readonly isAdmin: boolean;
}

/** Actions on a snippet beyond reading and editing it. */
export function SnippetMenu({ address, snippet, mayDelete, isAdmin }: SnippetMenuProps) {
  const [showsOrigin, setShowsOrigin] = useState(false);
  const remove = useDeleteSnippet(address, snippet);
  const paths = pathsOf(snippet);
  const copyLink = async () => {
    if (await copyText(snippet.web_url)) toast.success("Link copied");
    else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
  };
  const saveAll = async () => {
    try {
      for (const path of paths) await downloadSnippetFile(address, snippet, path);
    } catch (error) {
      toast.problem("The snippet was not saved", toProblem(error));
    }
  };
  return (
    <>
      <MoreMenu>
        <MenuItem icon={Save} onSelect={() => void saveAll()}>
          {paths.length === 1 ? "Save as file" : `Save ${paths.length} files`}
        </MenuItem>
        {snippet.web_url ? (
          <MenuItem icon={Link2} onSelect={() => void copyLink()}>
            Copy link
          </MenuItem>
        ) : null}
        {isAdmin ? (
          <MenuItem icon={ShieldCheck} onSelect={() => setShowsOrigin(true)}>
            User agent details
          </MenuItem>
        ) : null}
        {mayDelete ? (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
              Delete snippet
            </MenuItem>
          </>
        ) : null}
      </MoreMenu>
      {showsOrigin ? <UserAgentDialog address={address} onClose={() => setShowsOrigin(false)} /> : null}
    </>
  );
}
