import { z } from "zod";
import { idOrPath, record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

/* For filters and forms. Not in the documents; where a service lacks it, views fall back to the names that they have seen. */

const label = record({
  id: z.int(),
  name: z.string(),
  color: z.string().default("#6699cc"),
  text_color: z.string().optional(),
  description: z.string().nullish(),
});

export const listLabels = operation({
  method: "GET",
  auth: "optional",
  extension: "service",
  paged: "offset",
  params: { id: idOrPath },
  path: "/projects/:id/labels",
  summary: "Labels of a project, by name",
  query: { search: z.string().optional() },
  response: json(z.array(label)),
  reads: ["projects"],
});
