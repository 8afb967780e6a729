import { Hono } from "hono";
import { startDownloadBody } from "../../../shared/host/downloads.ts";
import type { Downloads } from "../downloads/downloads.ts";
import { disposition } from "../operations/response-headers.ts";
import { fileResponse } from "../page/file-response.ts";
import { readJson } from "../page/request-body.ts";

/** Routes of shared/host/downloads.ts. */
export function downloadRoutes(downloads: Downloads): Hono {
  return new Hono()
    .get("/downloads", (context) => context.json(downloads.list()))
    .post("/downloads", async (context) =>
      context.json(await downloads.start(await readJson(context.req.raw, startDownloadBody)), 201),
    )
    .post("/downloads/:id/cancel", async (context) =>
      context.json(await downloads.cancel(context.req.param("id"))),
    )
    .post("/downloads/:id/resume", (context) => context.json(downloads.resume(context.req.param("id"))))
    .delete("/downloads/:id", async (context) => {
      await downloads.forget(context.req.param("id"));
      return context.body(null, 204);
    })
    .get("/downloads/:id/content", async (context) => {
      const { path, name, size } = await downloads.finishedFile(context.req.param("id"));
      return fileResponse(path, size, { "content-disposition": disposition("attachment", name) });
    });
}
