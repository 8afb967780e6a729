import { listWikiPages } from "../../../shared/api/resources/wikis.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import type { WikiScope } from "../../state/wiki-drafts.ts";

/** Names a wiki among those that are searched. */
export const wikiKey = ({ account, project }: WikiScope): string => JSON.stringify([account, project]);

/** Where all pages with their text are read. */
export const wikiTextsUrl = ({ account, project }: WikiScope): string =>
  operationUrl(account, listWikiPages, { id: project, with_content: true });
