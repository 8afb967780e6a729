import { searchBlobs } from "../../../shared/api/resources/search.ts";
import { tryExtension } from "../../api/extensions.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { globMatcher } from "../../workers/search/glob.ts";
import { searchParts } from "../../workers/search/search-engine.ts";
import { addHits, type Report, type SearchQuery, type SearchScope } from "./search-state.ts";

/** Maximum number of pages of matches that are read. */
const maxPages = 50;

/** Returns whether a text means the same to a service's search as it does here: no pattern, no filters, no quotes. */
export const isPlain = ({ text, regex }: SearchQuery): boolean =>
  !regex && text.trim() !== "" && !/["\\*]|(?:^|\s)-?(?:filename|path|extension|blob):/i.test(text);

/**
 * Searches with the service's own search and reports page by page. Returns false where the service has none. Throws
 * ProblemError, or AbortError once `signal` fired.
 */
export async function searchOnService(
  { account, project, commit }: SearchScope,
  query: SearchQuery,
  report: Report,
  signal: AbortSignal,
): Promise<boolean> {
  const [wanted, unwanted] = [globMatcher(query.include), globMatcher(query.exclude)];
  for (let page = 1; page <= maxPages; page++) {
    const input = {
      id: project,
      scope: "blobs" as const,
      search: query.text,
      ref: commit,
      per_page: 100,
      page,
    };
    const response = await tryExtension(account, searchBlobs, () =>
      requestOperation(account, searchBlobs, input, { signal }),
    );
    if (!response) return false;
    const parts = response.data
      .filter(({ path }) => (wanted?.(path) ?? true) && !unwanted?.(path))
      .map(({ path, startline, data }) => ({ path, start: startline, text: data.replace(/\n$/, "") }));
    const found = await searchParts(parts, query.text, query);
    const { nextPage } = response.paging;
    const last = nextPage === null;
    report(({ files }) => ({
      source: "service",
      files: addHits(files, found),
      cut: !last && page === maxPages,
      running: !last && page < maxPages,
    }));
    if (last) break;
  }
  return true;
}
