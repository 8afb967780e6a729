import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import borders from "../.dependency-cruiser.mjs";
import { root } from "./node.mjs";

const dom = "void window.document;";
const node = "void process.pid;";
const fileSystem = 'import { rmSync } from "node:fs";\nvoid rmSync;';
const worker = "void globalThis.importScripts;";

/** By configuration: what compiles in its runtime, and what does not. */
const runtimes: Record<string, { readonly has: readonly string[]; readonly lacks: readonly string[] }> = {
  "shared/tsconfig.json": { has: ["void new URL(':');"], lacks: [dom, node, fileSystem, worker] },
  "renderer/tsconfig.json": { has: [dom], lacks: [node, fileSystem, worker] },
  "renderer/workers/tsconfig.json": { has: [worker], lacks: [dom, node, fileSystem] },
  "electron/tsconfig.json": { has: [node, fileSystem], lacks: [dom, worker] },
  "electron/desktop/tsconfig.json": { has: [node, fileSystem], lacks: [dom, worker] },
  "electron/desktop/tsconfig.preload.json": { has: [dom], lacks: [node, fileSystem, worker] },
};

test("each runtime compiles with its own globals and modules alone", () => {
  mkdirSync(join(root, "dist"), { recursive: true });
  // Inside of the project, where the compiler finds the types of packages.
  const folder = mkdtempSync(join(root, "dist", "runtimes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const references = Object.entries(runtimes).map(([path, { has, lacks }]) => {
    const name = path.replaceAll("/", "-").replace(".json", "");
    const project = join(folder, name);
    mkdirSync(project);
    const write = (kind: string) => (code: string, index: number) =>
      writeFileSync(join(project, `${kind}-${index}.ts`), `${code}\nexport {};\n`);
    has.forEach(write("has"));
    lacks.forEach(write("lacks"));
    const config = {
      extends: join(root, path),
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        noEmit: true,
        rootDir: root,
        outDir: folder,
      },
      include: ["*.ts", ...(path.startsWith("shared/") ? [join(root, "shared/both-runtimes.d.ts")] : [])],
      files: [],
      exclude: [],
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
    return { path: name };
  });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ files: [], references }));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-b", "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
  });
  const failed = [...stdout.matchAll(/^([\w.-]+[\\/][\w-]+\.ts)\(.*error TS/gm)].map(([, file = ""]) =>
    file.replace("\\", "/"),
  );
  const expected = Object.entries(runtimes).flatMap(([path, { lacks }]) =>
    lacks.map((_, index) => `${path.replaceAll("/", "-").replace(".json", "")}/lacks-${index}.ts`),
  );
  expect([...new Set(failed)].sort(), stdout).toEqual(expected.sort());
});

test("the page imports no module of Node, though its tests do", () => {
  const rule = borders.forbidden.find(({ name }) => name === "page-has-no-node");
  expect(rule).toMatchObject({ severity: "error", to: { dependencyTypes: ["core"] } });
});
