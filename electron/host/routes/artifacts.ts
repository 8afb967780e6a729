import { Hono } from "hono";
import type { ArtifactArchives } from "../artifacts/artifact-archives.ts";

/** Route of shared/host/artifacts.ts. */
export const artifactRoutes = (archives: ArtifactArchives, closing: AbortSignal): Hono =>
  new Hono().get("/accounts/:id/artifact-entries", async (context) => {
    const signal = AbortSignal.any([context.req.raw.signal, closing]);
    return context.json(
      await archives.list(context.req.param("id"), context.req.query("path") ?? "", signal),
    );
  });
