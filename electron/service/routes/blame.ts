import { getBlame, headBlame } from "../../../shared/api/resources/files.ts";
import { fileHeaders, locateFile } from "../domain/repository/locate-file.ts";
import { blame } from "../git/history/blame.ts";
import { readCommits } from "../git/history/commits.ts";
import { badParameter, httpError } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { toBlameCommit } from "../presenters/commit.ts";

/** Bytes of a file above which its lines are not blamed. */
const maxBlamedBytes = 10 * 1024 * 1024;

export const blameRoutes = [
  implement(getBlame, async (input, context) => {
    const { repository, commit, entry, size } = await locateFile(context, input);
    const { range } = input;
    if (range && range.start > range.end) throw badParameter("range[start] is after range[end]");
    if (size > maxBlamedBytes) throw httpError(413, "The file is too large to be blamed");
    if (entry.path.includes("\ufffd")) throw httpError(400, "The bytes of the file's name are not UTF-8");
    const ranges = await blame(repository, commit, entry.path, range, context.request.signal);
    const ids = [...new Set(ranges.map((lines) => lines.commit))];
    const commits = await readCommits(repository, ids);
    const byId = new Map(commits.map((found) => [found.id, toBlameCommit(found)]));
    return ranges.flatMap(({ commit: id, lines }) => {
      const found = byId.get(id);
      return found ? [{ commit: found, lines: [...lines] }] : [];
    });
  }),
  implement(headBlame, async (input, context) => {
    const located = await locateFile(context, input);
    return new Response(null, { headers: await fileHeaders(context, input, located) });
  }),
];
