import { existsSync } from "node:fs";
import { join } from "node:path";
import borders from "../../.dependency-cruiser.mjs";
import { root } from "../node.mjs";
import { frugalTypes } from "../node-options.mjs";
import {
  briefBorders,
  briefDead,
  briefEnd,
  briefGuides,
  briefLint,
  briefSecurity,
  briefTypes,
} from "./brief.mjs";

export const bin = (path) => join(root, "node_modules", ...path.split("/"));
const script = (...path) => join(root, "scripts", ...path);
const comments = Object.fromEntries(borders.forbidden.map(({ name, comment }) => [name, comment]));
/** Only changed files are checked again, and those that import them. */
const typesState = join("node_modules", ".cache", "helve", "types.tsbuildinfo");

/**
 * The static checks by name: the arguments of Node, further environment, the command that runs one alone, and `brief`,
 * which makes lines of a failed one's output.
 */
export const checks = {
  Types: {
    args: [
      ...[bin("typescript/bin/tsc"), "-p", ".", "--incremental", "--tsBuildInfoFile", typesState],
      ...frugalTypes.args,
    ],
    env: frugalTypes.env,
    command: "npm run types",
    brief: briefTypes,
  },
  "Import borders": {
    args: [
      bin("dependency-cruiser/bin/dependency-cruiser.mjs"),
      ...["--config", ".dependency-cruiser.mjs", "electron", "renderer", "shared", "e2e"],
    ],
    command: "npm run borders",
    brief: (output) => briefBorders(output, comments),
  },
  Lint: {
    args: [bin("@biomejs/biome/bin/biome"), "check", ".", "--reporter=json", "--max-diagnostics=500"],
    command: "npm run lint",
    brief: briefLint,
  },
  "Dead code": {
    args: [bin("knip/bin/knip.js"), "--reporter=json"],
    command: "npm run dead",
    brief: briefDead,
  },
  "Desktop security": {
    args: ["--disable-warning=ExperimentalWarning", script("security.mjs")],
    command: "npm run security",
    brief: briefSecurity,
  },
  "Desktop security, offline": {
    args: ["--disable-warning=ExperimentalWarning", script("security.mjs"), "--offline"],
    command: "npm run security",
    brief: briefSecurity,
  },
  Guides: { args: [script("guide.mjs")], command: "npm run guide", brief: briefGuides },
  Build: { args: [script("build.mjs")], command: "npm run build", brief: briefEnd },
  "Packed layout": {
    args: [script("packing", "check-layout.mjs")],
    command: "node scripts/packing/check-layout.mjs",
    brief: briefEnd,
  },
};

/** Returns whether `npm run security` needs no network. */
export const isSecurityInstalled = () =>
  existsSync(script("security", "node_modules", "@doyensec", "electronegativity", "dist", "index.js"));
