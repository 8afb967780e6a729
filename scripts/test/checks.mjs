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
  briefStructure,
  briefTypes,
} from "./brief.mjs";

export const bin = (path) => join(root, "node_modules", ...path.split("/"));
const script = (...path) => join(root, "scripts", ...path);
const comments = Object.fromEntries(borders.forbidden.map(({ name, comment }) => [name, comment]));

/**
 * The static checks by name: the arguments of Node, further environment, the command that runs one alone, and `brief`,
 * which makes lines of a failed one's output.
 */
export const checks = {
  Types: {
    args: [
      // Only changed files are checked again, and those that see a change of what they import.
      bin("typescript/bin/tsc"),
      "-b",
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
  Structure: {
    args: [script("lint", "structure.mjs")],
    command: "npm run structure",
    brief: briefStructure,
  },
  "Dead code": {
    args: [bin("knip/bin/knip.js"), "--reporter=json"],
    command: "npm run dead",
    brief: briefDead,
  },
  Guides: { args: [script("guide.mjs")], command: "npm run guide", brief: briefGuides },
  Build: { args: [script("build.mjs")], command: "npm run build", brief: briefEnd },
  "Page size": {
    args: [script("vite", "page-size.mjs")],
    command: "node scripts/vite/page-size.mjs",
    brief: briefEnd,
  },
  "Packed layout": {
    args: [script("packing", "check-layout.mjs")],
    command: "node scripts/packing/check-layout.mjs",
    brief: briefEnd,
  },
};

/** The checks that look at what was built. */
export const checksOfBuild = ["Page size", "Packed layout"];
