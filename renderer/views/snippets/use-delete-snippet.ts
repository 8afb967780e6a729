import { deleteProjectSnippet } from "../../../shared/api/resources/project-snippets.ts";
import type { Snippet } from "../../../shared/api/resources/snippet-shapes.ts";
import { deleteSnippet } from "../../../shared/api/resources/snippets.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { failureOf } from "../../api/failure-of.ts";
import { useWrite } from "../../api/use-write.ts";
import { confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toast.tsx";
import { readContent, type SnippetContent } from "./edit/content.ts";
import { createWith, isSendable } from "./edit/write-snippet.ts";
import { type SnippetAddress, useGoToSnippet } from "./model/snippet-address.ts";

/** Returns a function that deletes a snippet once the user is sure, with an undo that creates it again. */
export function useDeleteSnippet(address: SnippetAddress, snippet: Snippet): () => Promise<void> {
  const write = useWrite();
  const go = useGoToSnippet();
  const { project, id } = address;
  const restore = async (content: SnippetContent) => {
    try {
      const made = await createWith(write, project, content);
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
    if (project === null) await write(deleteSnippet, { id });
    else await write(deleteProjectSnippet, { id: project, snippet_id: id });
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
