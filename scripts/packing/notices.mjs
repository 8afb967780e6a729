import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { electronVersion } from "../electron/installed.mjs";
import { root } from "../node.mjs";

/** Names of files with a package's license. */
const licenseFile = /^(licen[cs]e|copying|notice)(\.|-|$)/i;

/**
 * Writes the notices of a package into a folder: the software bill of materials in CycloneDX's format, and the
 * licenses of everything in the bundles. Electron's and Chromium's are beside its executable already.
 */
export function writeNotices(folder) {
  mkdirSync(folder, { recursive: true });
  const bill = billOfMaterials();
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), licensesOf(bill.components));
  return bill;
}

/**
 * Returns npm's list of the installed packages, with Electron, which is not a dependency of the bundles but runs them.
 */
function billOfMaterials() {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["sbom", "--omit=dev", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const { status, stdout, stderr } = spawnSync(npm, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout);
  const version = electronVersion();
  bill.components.push({
    "bom-ref": `electron@${version}`,
    type: "framework",
    name: "electron",
    version,
    purl: `pkg:npm/electron@${version}`,
    licenses: [{ license: { id: "MIT" } }],
  });
  return bill;
}

function licensesOf(components) {
  const parts = components
    .filter(({ name }) => name !== "electron")
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, version, group, licenses = [] }) => {
      const full = group ? `${group}/${name}` : name;
      const kind = licenses
        .map(({ license, expression }) => expression ?? license?.id ?? license?.name)
        .join(", ");
      return `${full} ${version}${kind ? ` (${kind})` : ""}\n\n${licenseText(full) ?? "No license file in the package."}`;
    });
  return `${[...parts, ...fontLicenses(), schemaLicense()].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** The fonts in `assets/fonts` are not npm packages; each license there is named after its face. */
function fontLicenses() {
  const folder = join(root, "assets", "fonts");
  return readdirSync(folder)
    .filter((file) => licenseFile.test(file))
    .map(
      (file) =>
        `${file.slice("LICENSE-".length)} (OFL-1.1)\n\n${readFileSync(join(folder, file), "utf8").trim()}`,
    );
}

/** The schema in `assets/gitlab-ci` is of GitLab's own editor. */
const schemaLicense = () =>
  `GitLab's schema of .gitlab-ci.yml (MIT)\n\n${readFileSync(join(root, "assets", "gitlab-ci", "LICENSE"), "utf8").trim()}`;

function licenseText(name) {
  const folder = join(root, "node_modules", ...name.split("/"));
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder).filter((file) => licenseFile.test(file));
  return files.length === 0
    ? null
    : files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
}
