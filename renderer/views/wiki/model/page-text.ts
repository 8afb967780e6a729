import type { WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { LineKeeper, toTyped } from "../../../../shared/text/line-ends.ts";
import type { WikiText } from "../../../state/wiki-drafts.ts";
import { fullTitle } from "./page-names.ts";

/** The base version of an edit. */
export const textOfPage = (page: WikiPage): WikiText => ({
  title: fullTitle(page),
  content: page.content ?? "",
  format: page.format,
});

/** Returns a page's text with another one below it, whose lines end as the page's do. */
export function appendText(page: string, added: string): string {
  const typed = toTyped(page);
  const gap = typed === "" ? "" : typed.endsWith("\n") ? "\n" : "\n\n";
  return new LineKeeper(page).retype(page, typed + gap + toTyped(added));
}
