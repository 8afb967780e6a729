import type { WikiPage } from "../../../../shared/api/resources/wikis.ts";
import type { WikiText } from "../../../state/wiki-drafts.ts";
import { fullTitle } from "./page-names.ts";

/** The base version of an edit. */
export const textOfPage = (page: WikiPage): WikiText => ({
  title: fullTitle(page),
  content: page.content ?? "",
  format: page.format,
});

/** Returns a text with LF line ends, as a text area has it. */
export const toTyped = (content: string): string => content.replaceAll("\r\n", "\n");

/** Returns typed text with the line ends of the page. */
export const fromTyped = (typed: string, before: string): string =>
  before.includes("\r\n") ? typed.replaceAll("\n", "\r\n") : typed;
