import { listWikiPages } from "../../../../shared/api/resources/wikis.ts";
import { operationUrl } from "../../../api/fetch-operation.ts";
import type { WikiScope } from "../../../state/wiki-drafts.ts";

/** Returns the key of a wiki in the search. */
export const wikiKey = ({ account, project }: WikiScope): string => JSON.stringify([account, project]);

/** Returns the URL of all pages with their text. */
export const wikiTextsUrl = ({ account, project }: WikiScope): string =>
  operationUrl(account, listWikiPages, { id: project, with_content: true });
