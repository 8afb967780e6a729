import { getBlame, headBlame } from "../../../shared/api/resources/files.ts";
import { blameFile, describeFile, locateFile } from "../domain/repository/read-file.ts";
import { implement } from "../http/implement.ts";
import { toBlamedRanges } from "../presenters/commit.ts";
import { toFileHeaders } from "../presenters/file.ts";

export const blameRoutes = [
  implement(getBlame, async (input, context) => {
    const file = await locateFile(context, input);
    return toBlamedRanges(await blameFile(file, input.range, context.request.signal));
  }),
  implement(headBlame, async (input, context) => {
    const file = await describeFile(await locateFile(context, input), context.request.signal);
    return new Response(null, { headers: toFileHeaders(file) });
  }),
];
