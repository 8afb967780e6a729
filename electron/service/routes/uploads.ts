import { extname } from "node:path/posix";
import { getProjectUpload, uploadProjectFile } from "../../../shared/api/resources/uploads.ts";
import { requireCaller, requireProject } from "../domain/access/require-access.ts";
import { addUpload, findUploadedFile } from "../domain/projects/uploads.ts";
import { openWiki, openWikiFile } from "../domain/wiki/open-wiki.ts";
import { isShownInMarkdown } from "../domain/wiki/write-pages.ts";
import { implement } from "../http/implement.ts";
import { contentResponse, downloadResponse } from "../http/raw-response.ts";

export const uploadRoutes = [
  implement(uploadProjectFile, async (input, context) => {
    const { store } = context;
    const project = requireProject(context, input.id);
    const upload = await addUpload(store, project, requireCaller(context), input.file);
    const { filename, secret } = upload;
    const alt = filename.slice(0, filename.length - extname(filename).length);
    const url = `/uploads/${secret}/${filename}`;
    const isShown = isShownInMarkdown(filename);
    return {
      id: upload.id,
      alt: isShown ? alt : filename,
      url,
      full_path: `/-/project/${project.id}${url}`,
      markdown: isShown ? `![${alt}](${url})` : `[${filename}](${url})`,
    };
  }),
  implement(getProjectUpload, async (input, context) => {
    const { store, request } = context;
    const project = requireProject(context, input.id);
    const found = findUploadedFile(store, project, input);
    if (found) {
      const { path, size, sha256, filename } = found;
      const type = "application/octet-stream";
      const response = downloadResponse(request, path, size, { etag: sha256, type, filename });
      // A browser that opens it anyway runs nothing of it.
      response.headers.set("content-security-policy", "sandbox; default-src 'none'");
      return response;
    }
    const wiki = await openWiki(store, project);
    const file = await openWikiFile(wiki, `uploads/${input.secret}/${input.filename}`);
    return contentResponse(request, new Headers(), file);
  }),
];
