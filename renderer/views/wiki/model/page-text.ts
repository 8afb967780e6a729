import type { WikiPage } from "../../../../shared/api/resources/wikis.ts";
import type { WikiText } from "../../../state/wiki-drafts.ts";
import { fullTitle } from "./page-names.ts";

/** A page as an edit starts from it. */
export const textOfPage = (page: WikiPage): WikiText => ({
  title: fullTitle(page),
  content: page.content ?? "",
  format: page.format,
});

/** A text as a text area has it: with plain line ends. */
export const toTyped = (content: string): string => content.replaceAll("\r\n", "\n");

/** What was typed, with the line ends that the page has. */
export const fromTyped = (typed: string, before: string): string =>
  before.includes("\r\n") ? typed.replaceAll("\n", "\r\n") : typed;
