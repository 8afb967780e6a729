import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../node.mjs";

// Compiles the WebAssembly text of the log engine into the TypeScript module with its bytes. Run after each change of
// the text; a unit test compares the hash. The compiler is fetched for this alone.
const folder = join(root, "electron", "host", "traces", "engine", "byte-scan");
const text = readFileSync(join(folder, "byte-scan.wat"), "utf8");
const temporary = mkdtempSync(join(tmpdir(), "helve-wat-"));
try {
  const compiled = join(temporary, "module.wasm");
  const args = ["--yes", "--package", "wabt@1.0.39", "--", "wat2wasm"];
  const { status } = spawnSync("npx", [...args, join(folder, "byte-scan.wat"), "-o", compiled], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
  const lines =
    readFileSync(compiled)
      .toString("base64")
      .match(/.{1,96}/g) ?? [];
  const module = `// Made by scripts/packing/wat.mjs of byte-scan.wat.

/** Hash of the text that was compiled. */
export const sourceHash = "${createHash("sha256").update(text).digest("hex")}";

/** The compiled module, in base64. */
export const compiledModule = [
${lines.map((line) => `  "${line}",`).join("\n")}
].join("");
`;
  writeFileSync(join(folder, "compiled.ts"), module);
} finally {
  rmSync(temporary, { recursive: true });
}
