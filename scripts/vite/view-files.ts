import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import type { ViewFiles } from "../../shared/host/start-data.ts";

/**
 * Writes `views.json`: which files the view at an address needs besides those that the HTML names. The host names them in
 * the HTML too, so that they arrive with it and not once the app has found out (`electron/host/page/page-files.ts`).
 */
export function viewFilesPlugin(): Plugin {
  let root = "";
  return {
    name: "helve:view-files",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunkOf = new Map<string, Rolldown.OutputChunk>();
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk") for (const id of file.moduleIds) chunkOf.set(id, file);
        }
        const filesOf = (path: string) => closure(chunkOf.get(join(root, path)), bundle);
        const index = bundle["index.html"];
        if (index?.type !== "asset") throw new Error("The build has no index.html");
        const html = typeof index.source === "string" ? index.source : new TextDecoder().decode(index.source);
        const views = globSync("views/*/view.ts", { cwd: root })
          .sort()
          .flatMap((door): ViewFiles[] => {
            const source = readFileSync(join(root, door), "utf8");
            const needed = [...source.matchAll(loaded)].flatMap(([, path = ""]) => {
              const files = filesOf(join(door, "..", path));
              if (files.size === 0) throw new Error(`${door}: the build has no ${path}`);
              return [...files];
            });
            const files = [...new Set(needed)]
              .filter((file) => !html.includes(file))
              .map((file) => `/${file}`);
            return patternsOf(source).map((path) => ({ path, files }));
          })
          // An address of words is more than one of the same form whose words are names.
          .toSorted((a, b) => a.path.split("[^/]+").length - b.path.split("[^/]+").length);
        if (views.length === 0) throw new Error("The build has no views");
        this.emitFile({ type: "asset", fileName: "views.json", source: JSON.stringify(views) });
      },
    },
  };
}

/**
 * Leaves one script in the HTML, the page's own: the chunks that it loads later are only fetched with the HTML, since a
 * script that an HTML names runs before the first paint.
 */
export const oneScript = (): Plugin => ({
  name: "helve:one-script",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) => {
      const app = Object.values(bundle ?? {}).find(({ name }) => name === "open-app");
      if (!app) throw new Error("The build has no open-app");
      const fetched = (path: string) => `<link rel="modulepreload" crossorigin href="${path}">`;
      const [style = ""] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
      return (
        html
          // The first paint waits for the style, and for nothing else.
          .replace(style, "")
          .replace(/(?=<link rel="icon")/, `${style}\n    `)
          .replaceAll(
            /<script type="module" crossorigin src="([^"]+)"><\/script>/g,
            (script, path: string) => (/\/main-[^/]+$/.test(path) ? script : fetched(path)),
          )
          .replace("</head>", `  ${fetched(`/${app.fileName}`)}\n  </head>`)
      );
    },
  },
});

/** Finds the modules that the door of a view loads at its start. */
const loaded = /\b(?:load|prefetch): \(\) => import\("([^"]+)"\)/g;

/** Regular expressions of the addresses of a view's pages, of the source of its door. */
export const patternsOf = (door: string): string[] =>
  [...door.matchAll(/\bpage\(\s*"([^"]+)"/g)].map(
    ([, path = ""]) => `^${path.replaceAll(/\/\$(?=\/|$)/g, "/.+").replaceAll(/\$\w+/g, "[^/]+")}/?$`,
  );

/** Names of a chunk's files, and of those of the chunks that it imports, scripts and styles. */
function closure(
  chunk: Rolldown.OutputChunk | undefined,
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (!chunk || found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") closure(imported, bundle, found);
  }
  return found;
}
