import { getProjectUpload } from "../../../shared/api/resources/uploads.ts";
import { requireProject } from "../domain/access/require-access.ts";
import { openWiki, openWikiFile } from "../domain/wiki/open-wiki.ts";
import { implement } from "../http/implement.ts";
import { contentResponse } from "../http/raw-response.ts";

export const uploadRoutes = [
  implement(getProjectUpload, async (input, context) => {
    const wiki = await openWiki(context.store, requireProject(context, input.id));
    const file = await openWikiFile(wiki, `uploads/${input.secret}/${input.filename}`);
    return contentResponse(context.request, new Headers(), file);
  }),
];
