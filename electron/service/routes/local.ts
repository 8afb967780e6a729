import { openLocalRepository } from "../../../shared/api/local.ts";
import { unauthorized } from "../failure.ts";
import { implement } from "../implement.ts";
import { openLocal } from "../local-repository.ts";
import { toProjectShape } from "./project-shape.ts";

export const localRoutes = [
  implement(openLocalRepository, async (input, context) => {
    if (!context.user) throw unauthorized();
    const project = await openLocal(context.store, context.user, input.path, input.name);
    return toProjectShape(context, project);
  }),
];
