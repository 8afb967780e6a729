import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { createLogger, defineConfig } from "vite";
import { compressRare, woff2Only } from "./scripts/vite/assets.ts";
import { chunkNames } from "./scripts/vite/chunks.ts";
import { contract } from "./scripts/vite/contract.ts";
import { directImports } from "./scripts/vite/direct-imports.ts";
import { moduleSizes } from "./scripts/vite/module-sizes.ts";
import { grammars } from "./scripts/vite/pack-grammars.ts";
import { oneScript, viewFilesPlugin } from "./scripts/vite/view-files.ts";
import { sharedWorkers } from "./scripts/vite/workers.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Asciidoctor's build for browsers names modules of Node and a folder that it does not use there. */
const isKnown = (warning: string): boolean => /@asciidoctor\/core|new URL\('..\/..\/data'/.test(warning);
const customLogger = createLogger("warn");
const { warn, warnOnce } = customLogger;
customLogger.warn = (text, options) => isKnown(text) || warn(text, options);
customLogger.warnOnce = (text, options) => isKnown(text) || warnOnce(text, options);

/** Name of the file that a part of the diagrams is built into; null for a file of its own, beside the large library it needs. */
function groupOfDiagrams(id: string): string | null {
  const code = readFileSync(id, "utf8");
  if (/from\s*"(cytoscape|elkjs|chevrotain)/.test(code)) return null;
  return /from\s*"@mermaid-js\/parser/.test(code) ? "diagrams-parsed" : "diagrams";
}

const starts = [at("./renderer/index.html"), at("./renderer/app/start/open-app.tsx")];

/** Modules that may be in a chunk with any other: not the large libraries, which are loaded where they are opened. */
const isShared = (id: string): boolean =>
  /[\\/](?:renderer|shared)[\\/]/.test(id.replace(/\?.*$/, "")) ||
  !/node_modules[\\/](?:monaco-editor|mermaid|@mermaid-js|katex|pdfjs-dist|shiki|@shikijs|@asciidoctor)[\\/]/.test(
    id,
  );

/** Folders and files of what is opened as dialogs, or as late. */
const dialogFolders = [
  "features/evidence",
  "features/reports",
  "features/uploads",
  "views/edit/ci",
  "views/merge-requests/bulk",
  "views/pipelines/run",
  "views/review/stack",
  "views/search/service",
];
const dialogFiles = [
  "added-assets",
  "board-view",
  "branch-end",
  "comment-elsewhere",
  "compare-view",
  "comparison-view",
  "create-from-issue",
  "draft-notes",
  "environment-bulk-bar",
  "finding-card",
  "flaky-tests-view",
  "issue-bulk-bar",
  "link-fields",
  "move-issue",
  "new-issue",
  "new-merge-request",
  "new-publish-form",
  "publish-entry",
  "read-reports",
  "read-released",
  "rebase-and-wait",
  "release-evidence",
  "release-form",
  "release-notes",
  "reports-engine",
  "reports-panel",
  "run-job-dialog",
  "save-links",
  "schedule-form",
  "use-change-reports",
];
const dialogs = new RegExp(
  `(?:${dialogFolders.join("|")})/(?!(?:ci-file|use-attachments)\\.ts)|/(?:${dialogFiles.join("|")})\\.tsx?$`.replaceAll(
    "/",
    "[\\\\/]",
  ),
);

/** Files of what is opened later: few, for what is small or opened together. */
const later: readonly (readonly [name: string, modules: RegExp])[] = [
  ["tabs", /views[\\/](?:admin|manage[\\/]settings)[\\/]\w+[\\/]/],
  [
    "viewers",
    /features[\\/]code-navigation[\\/]|ui[\\/]viewers[\\/]|[\\/]image-view\.tsx$|repository[\\/]submodule[\\/]|icons[\\/]zoom-|[\\/](?:css-colour|file-types)\.ts$/,
  ],
  ["dialogs", dialogs],
];

/** The same of what is needed early. */
const soon: readonly (readonly [name: string, modules: RegExp])[] = [
  ["window", /app[\\/](?:downloads|routes|watches)[\\/]|[\\/](?:original-notice\.tsx|preload-views\.ts)$/],
  ["work", /views[\\/]home[\\/]/],
  ["drawn-markdown", /features[\\/]markdown[\\/]drawn-markdown\.tsx$/],
  ["turn", /[\\/](?:turn-mark|reviewed-people)\.tsx$/],
  ["queries", /node_modules[\\/]@tanstack[\\/]/],
];

let names: ReadonlyMap<string, string> | undefined;

/** The page: built into `dist/renderer`, served by either shell. */
export default defineConfig({
  root: at("./renderer"),
  customLogger,
  // The shells serve pages at deep paths; assets are found from the root.
  base: "/",
  // Every text is drawn with marks for what cannot be seen: see renderer/ui/text.
  plugins: [
    directImports(),
    react({ jsxImportSource: "#visible-text" }),
    contract(),
    grammars(),
    sharedWorkers(),
    woff2Only(),
    oneScript(),
    viewFilesPlugin(),
    moduleSizes(),
    compressRare(),
  ],
  resolve: {
    alias: {
      // Its browser build needs a document, which workers do not have.
      "decode-named-character-reference": fileURLToPath(
        new URL("./node_modules/decode-named-character-reference/index.js", import.meta.url),
      ),
      // monaco-yaml's worker is served by Helve's own, and formats nothing.
      "monaco-worker-manager/worker": at("./renderer/workers/ci/yaml-service.ts"),
      "prettier/standalone": at("./renderer/workers/ci/no-formatter.ts"),
      "prettier/plugins/yaml": at("./renderer/workers/ci/no-formatter.ts"),
      "prettier/plugins/estree": at("./renderer/workers/ci/no-formatter.ts"),
    },
  },
  publicDir: false,
  worker: { format: "es" },
  build: {
    outDir: at("./dist/renderer"),
    emptyOutDir: true,
    target: "chrome140",
    sourcemap: false,
    chunkSizeWarningLimit: 8_000,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // How long plugins took is printed on slow machines alone.
      onLog: (level, log, next) => isKnown(log.message) || log.code === "PLUGIN_TIMINGS" || next(level, log),
      // The app is named beside the page that begins to read it, so that all it needs at once is one chunk.
      input: starts,
      output: {
        codeSplitting: {
          // Without these every module that two views share is a file of its own, and each a request of its own.
          groups: [
            // With all that it imports itself, so that nothing else is loaded before it runs.
            { name: "main", test: /renderer[\\/]main\.ts$|vite[\\/]preload-helper/, priority: 3 },
            // Three, so that they are compiled side by side and run one after the other.
            { name: "libraries", tags: ["$initial"], test: /node_modules/, priority: 2 },
            { name: "contract", tags: ["$initial"], test: /[\\/]shared[\\/]/, priority: 2 },
            { name: "start", tags: ["$initial"], priority: 1 },
            // Loaded where a diagram or an editor is opened: few files instead of some 130, and none imports one that
            // imports it.
            {
              name: groupOfDiagrams,
              debugName: "diagrams",
              test: /node_modules[\\/]mermaid[\\/]dist[\\/]/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: "diagram-parser",
              test: /node_modules[\\/]@mermaid-js[\\/]/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: "diagram-libraries",
              test: /node_modules[\\/](d3|d3-[a-z-]+|dagre-d3-es|khroma|dayjs|lodash-es|roughjs|stylis|internmap|delaunator|robust-predicates|@upsetjs|@iconify|@braintree|layout-base|cose-base|es-toolkit|marked|uuid|ts-dedent)[\\/]/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: "editor-languages",
              test: /monaco-editor[\\/].*[\\/](basic-languages|languages[\\/]definitions)[\\/]/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Loaded once a view is usable, or when one of them is wanted: one file for all.
            {
              name: "panels",
              test: /[\\/]overlays[\\/](?!late)\w+-panel\.tsx$/,
              priority: 0.5,
            },
            {
              name: (id, chunking) => {
                names ??= chunkNames(starts, soon, isShared, (one) => chunking.getModuleInfo(one));
                return names.get(id) ?? soon.find(([, modules]) => modules.test(id))?.[0] ?? null;
              },
              debugName: "parts",
              test: isShared,

              includeDependenciesRecursively: false,
              priority: 0.4,
            },
            // With what only they need, so that no file is left that just imports them.
            ...later.map(([name, test]) => ({ name, test, priority: 0.2 })),
          ],
        },
      },
    },
  },
});
