import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** Bytes of a file's script by what they are of: a library, or "Helve". */
type SizesBySubject = Readonly<Record<string, number>>;

/**
 * Writes `page-modules.json` beside the built page: what each script is made of, for `scripts/vite/page-size.mjs`. The parts
 * of a minified file are estimated by their share before.
 */
export function moduleSizes(): Plugin {
  let folder = "";
  return {
    name: "helve:module-sizes",
    apply: "build",
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir, "..");
    },
    writeBundle(_, bundle) {
      const files: Record<string, SizesBySubject> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const sizes: Record<string, number> = {};
        const modules = Object.entries(chunk.modules).map(([id, { renderedLength }]) => ({
          id,
          renderedLength,
        }));
        const all = modules.reduce((sum, { renderedLength }) => sum + renderedLength, 0);
        for (const { id, renderedLength } of modules) {
          const subject = subjectOf(id);
          sizes[subject] = (sizes[subject] ?? 0) + (renderedLength / all) * chunk.code.length;
        }
        for (const subject of Object.keys(sizes)) sizes[subject] = Math.round(sizes[subject] ?? 0);
        files[chunk.fileName] = sizes;
      }
      writeFileSync(join(folder, "page-modules.json"), JSON.stringify(files));
    },
  };
}

/** Returns the library of a module: the package, or the name that several share; "Helve" for a module of ours. */
function subjectOf(id: string): string {
  const name = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]?.replaceAll("\\", "/");
  if (name === undefined) return "Helve";
  return (
    /^(@radix-ui|@floating-ui|@tanstack\/react-router|@tanstack\/react-query)/.exec(name)?.[1] ??
    family[name] ??
    name
  );
}

const family: Readonly<Record<string, string>> = {
  "@tanstack/router-core": "@tanstack/react-router",
  "@tanstack/history": "@tanstack/react-router",
  "@tanstack/store": "@tanstack/react-router",
  "@tanstack/react-store": "@tanstack/react-router",
  "@tanstack/query-core": "@tanstack/react-query",
  scheduler: "react-dom",
};
