import { Hono } from "hono";
import { addDiagnosticBody } from "../../../shared/host/diagnostics.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { readJson } from "../page/request-body.ts";

/** Routes of shared/host/diagnostics.ts. */
export const diagnosticRoutes = (diagnostics: Diagnostics): Hono =>
  new Hono()
    .get("/diagnostics", (context) => context.json(diagnostics.list()))
    .post("/diagnostics", async (context) => {
      diagnostics.add(await readJson(context.req.raw, addDiagnosticBody));
      return context.body(null, 204);
    })
    .delete("/diagnostics", (context) => {
      diagnostics.clear();
      return context.body(null, 204);
    });
