import {
  createWikiPage,
  getWikiPage,
  updateWikiPage,
  type WikiPage,
} from "../../../../shared/api/resources/wikis.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import { requestOperation } from "../../../api/fetch-operation.ts";
import type { WriteFlow } from "../../../api/send-write.ts";
import {
  conflictsOf,
  mergeRegions,
  type Region,
  resolve,
} from "../../../features/three-way-merge/three-way.ts";
import type { WikiDraft, WikiScope, WikiText } from "../../../state/wiki-drafts.ts";
import { isSamePage, knownFormat, slugOfTitle, textOfPage, titleToSend } from "./wiki-page.ts";

/** The result of an attempt to save a page. */
export type SaveOutcome =
  | {
      readonly kind: "saved";
      readonly page: WikiPage;
      /** Whether changes of someone else were merged into it. */
      readonly merged: boolean;
      /** The response was lost; the host found the page as it should be. */
      readonly foundLater: boolean;
    }
  /** Somebody else changed the same lines; nothing was written. */
  | { readonly kind: "conflict"; readonly regions: readonly Region[]; readonly theirs: WikiText }
  /** The page was deleted or moved by someone else; nothing was written. */
  | { readonly kind: "deleted" }
  /** Another page has the title; nothing was written. */
  | { readonly kind: "taken"; readonly page: WikiPage };

/** Returns the current page, null where there is none. Throws ProblemError, `offline` where only the cache has it. */
export async function readPage(scope: WikiScope, slug: string): Promise<WikiPage | null> {
  try {
    const { data, source } = await requestOperation(scope.account, getWikiPage, { id: scope.project, slug });
    if (source !== "cache") return data;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "not_found") return null;
    throw error;
  }
  throw new ProblemError({
    code: "offline",
    message: "You're offline. The wiki was not changed. Drafts stay on this computer.",
    retry: true,
  });
}

/**
 * Saves a draft once, after reading the current page: changes of others elsewhere in the text are merged; on a conflict
 * nothing is written and the conflict is returned. Throws ProblemError.
 */
export async function savePage(writes: WriteFlow, draft: WikiDraft): Promise<SaveOutcome> {
  const { base, text } = draft;
  const taken = await pageInTheWay(draft);
  if (taken) return { kind: "taken", page: taken };
  if (base === null) return create(writes, draft);
  const theirs = await readPage(draft, draft.id);
  if (!theirs) return { kind: "deleted" };
  const result = mergeTexts(base, text, textOfPage(theirs));
  if (result.kind === "conflict") return result;
  return update(writes, draft, result.text, theirs, result.merged);
}

type Merge =
  | { readonly kind: "merged"; readonly text: WikiText; readonly merged: boolean }
  | Extract<SaveOutcome, { kind: "conflict" }>;

/** Merges three states of a page. Title and format are mine where I changed them. */
export function mergeTexts(base: WikiText, mine: WikiText, theirs: WikiText): Merge {
  const title = mine.title === base.title ? theirs.title : mine.title;
  const format = mine.format === base.format ? theirs.format : mine.format;
  if (theirs.content === base.content || theirs.content === mine.content) {
    return { kind: "merged", text: { title, format, content: mine.content }, merged: false };
  }
  const regions = mergeRegions(base.content, mine.content, theirs.content);
  const content = conflictsOf(regions).length === 0 ? resolve(regions, []) : null;
  if (content === null) return { kind: "conflict", regions, theirs };
  return { kind: "merged", text: { title, format, content }, merged: mine.content !== base.content };
}

/** Returns the page that already has the title of a new or moved page. */
async function pageInTheWay(draft: WikiDraft): Promise<WikiPage | null> {
  const slug = slugOfTitle(draft.text.title);
  if (draft.base !== null && (draft.text.title === draft.base.title || isSamePage(slug, draft.id)))
    return null;
  return readPage(draft, slug);
}

async function create(writes: WriteFlow, draft: WikiDraft): Promise<SaveOutcome> {
  const { title, content, format } = draft.text;
  const input = { id: draft.project, title, content, format: knownFormat(format) };
  const { result, isFound } = await writes.settle(draft.account, createWikiPage, input);
  return { kind: "saved", page: result, merged: false, foundLater: isFound };
}

async function update(
  writes: WriteFlow,
  draft: WikiDraft,
  text: WikiText,
  theirs: WikiPage,
  merged: boolean,
): Promise<SaveOutcome> {
  const now = textOfPage(theirs);
  const { result, isFound } = await writes.settle(draft.account, updateWikiPage, {
    id: draft.project,
    slug: draft.id,
    content: text.content,
    ...(text.title === now.title ? {} : { title: titleToSend(text.title, draft.id) }),
    ...(text.format === now.format ? {} : { format: knownFormat(text.format) }),
  });
  return { kind: "saved", page: result, merged, foundLater: isFound };
}
