import { Link2, Save, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  createProjectSnippet,
  deleteProjectSnippet,
  getProjectSnippetUserAgent,
  type Snippet,
} from "../../../shared/api/resources/project-snippets.ts";
import { createSnippet, deleteSnippet, getSnippetUserAgent } from "../../../shared/api/resources/snippets.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { describeProblem, failureOf } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { copyText } from "../../ui/buttons/copy-button.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { readContent, type SnippetContent } from "./edit/snippet-content.ts";
import { createWith, isSendable } from "./edit/write-snippet.ts";
import { pathsOfSnippet, type SnippetAddress, useGoToSnippet } from "./model/snippet-address.ts";
import { downloadSnippetFile } from "./snippet-file-panel.tsx";
import styles from "./snippets.module.css";

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
  const paths = pathsOfSnippet(snippet);
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
            <MenuItem writes icon={Trash2} danger onSelect={() => void remove()}>
              Delete snippet
            </MenuItem>
          </>
        ) : null}
      </MoreMenu>
      {showsOrigin ? <UserAgentDialog address={address} onClose={() => setShowsOrigin(false)} /> : null}
    </>
  );
}

interface UserAgentDialogProps {
  readonly address: SnippetAddress;
  readonly onClose: () => void;
}

/** User agent and address with which a snippet was created; only administrators may read them. */
function UserAgentDialog({ address: { project, id }, onClose }: UserAgentDialogProps) {
  const ofProject = useOperation(
    getProjectSnippetUserAgent,
    project === null ? null : { id: project, snippet_id: id },
  );
  const personal = useOperation(getSnippetUserAgent, project === null ? { id } : null);
  const { data, error, refetch } = project === null ? personal : ofProject;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="User agent details"
      description="What the service recorded when the snippet was created"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        <dl className={styles.details}>
          <dt>User agent</dt>
          <dd>
            <code>{data.user_agent || "Not recorded"}</code>
          </dd>
          <dt>IP address</dt>
          <dd>
            <code>{data.ip_address || "Not recorded"}</code>
          </dd>
          <dt>Submitted to spam check</dt>
          <dd>{(data.spamcheck_submitted ?? data.akismet_submitted) ? "Yes" : "No"}</dd>
        </dl>
      ) : error ? (
        <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={3} label="Loading details" />
      )}
    </Dialog>
  );
}

/** Returns a function that deletes a snippet once the user is sure, with an undo that creates it again. */
function useDeleteSnippet(address: SnippetAddress, snippet: Snippet): () => Promise<void> {
  const create = { create: useWrite(createSnippet), createInProject: useWrite(createProjectSnippet) };
  const deletePersonal = useWrite(deleteSnippet);
  const deleteInProject = useWrite(deleteProjectSnippet);
  const go = useGoToSnippet();
  const { project, id } = address;
  const restore = async (content: SnippetContent) => {
    try {
      const made = await createWith(create, project, content);
      go(address, made.id);
    } catch (error) {
      toast.problem("The snippet was not restored", describeProblem(error));
    }
  };
  const remove = async (warned: Set<string>): Promise<SnippetContent> => {
    const content = await readContent(address, snippet);
    const lost = content.files.find((file) => !isSendable(file) && !warned.has(file.path));
    if (lost) {
      warned.add(lost.path);
      throw unrestorable(lost.path);
    }
    if (project === null) await deletePersonal({ id });
    else await deleteInProject({ id: project, snippet_id: id });
    return content;
  };
  return async () => {
    const removed: { content: SnippetContent | null } = { content: null };
    const warned = new Set<string>();
    const isDone = await confirm({
      title: `Delete “${snippet.title}”?`,
      description:
        project === null
          ? "This deletes the snippet for everyone. Undo creates it again under another number."
          : "This deletes the snippet and its comments for everyone. Undo creates it again under another number, without the comments.",
      confirmLabel: "Delete",
      danger: true,
      failureTitle: "The snippet was not deleted",
      attempt: () =>
        failureOf(
          remove(warned).then((content) => {
            removed.content = content;
          }),
        ),
    });
    const { content } = removed;
    if (!isDone || content === null) return;
    go(address, null);
    const isRestorable = content.files.every(isSendable);
    toast.success(
      `Deleted “${snippet.title}”`,
      isRestorable ? { action: { label: "Undo", onSelect: () => void restore(content) } } : {},
    );
  };
}

const unrestorable = (path: string) =>
  new ProblemError({
    code: "refused",
    message: `${path} is not in UTF-8, so that an undo could not create it again. Nothing was deleted. Delete again to delete it for good.`,
    changed: "no",
  });
