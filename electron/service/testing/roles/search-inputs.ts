import { operations } from "../../../../shared/api/index.ts";
import type { roleInputs } from "./role-inputs.ts";

/** Returns the right input of every search: of its scope, in the project or group where its path names one. */
export const searchInputs: typeof roleInputs = Object.fromEntries(
  Object.entries(operations).flatMap(([name, { path, variant }]) => {
    const scope = variant?.startsWith("scope=") ? variant.slice("scope=".length) : null;
    if (scope === null || !path.endsWith("/search")) return [];
    const [, holder] = /^\/(group|project)s\/:id/.exec(path) ?? [];
    return [
      [
        name,
        ({ group, project }: Parameters<(typeof roleInputs)[string]>[0]) => ({
          ...(holder === "group" ? { id: group.id } : holder === "project" ? { id: project.id } : {}),
          scope,
          search: "1",
        }),
      ],
    ];
  }),
);
