import { deleteWikiPage, type WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import { sendWrite } from "../../../api/send-write.ts";
import type { WikiScope } from "../../../state/wiki-drafts.ts";
import { readPage } from "./save-page.ts";

/** A page that was deleted. */
interface DeletedPage {
  /** Its last state, which an undo creates again; null where it was gone already. */
  readonly page: WikiPage | null;
  /** The response was lost; the page was found deleted. */
  readonly foundLater: boolean;
}

/** Deletes a page once, after reading its current state. Throws ProblemError where it exists or may exist. */
export async function deletePage(scope: WikiScope, slug: string): Promise<DeletedPage> {
  const page = await readPage(scope, slug);
  if (!page) return { page, foundLater: false };
  try {
    await sendWrite(scope.account, deleteWikiPage, { id: scope.project, slug });
    return { page, foundLater: false };
  } catch (error) {
    // The host has read the page where the response was lost.
    if (!(error instanceof ProblemError) || error.problem.changed !== "yes") throw error;
    return { page, foundLater: true };
  }
}
