import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { EvidenceJob, EvidenceReview, EvidenceSource } from "./evidence-types.ts";
import { safeName, writeEvidence } from "./write-evidence.ts";
import { createZip } from "./zip-writer.ts";

/** Whether the system has the tools by which people verify an archive. */
const hasTools = ["unzip", "sha256sum"].every((tool) => spawnSync(tool, ["--help"]).error === undefined);
const itWithTools = it.skipIf(!hasTools);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "evidence-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const contents: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "host:log": new TextEncoder().encode("step\nERROR: Job failed: exit code 1\n"),
  "host:zip": new Uint8Array(300_000).map((_, i) => i * 31),
};

function job(id: number, more: Partial<EvidenceJob> = {}): EvidenceJob {
  return {
    ...{ id, name: "build: [a/b] ../x", stage: "test", status: "failed", pipeline: 9, logUrl: "host:log" },
    artifacts: [{ type: "archive", filename: "artifacts.zip", size: 300_000, url: "host:zip" }],
    ...more,
  };
}

const review = (jobs: readonly EvidenceJob[], reference = "!12"): EvidenceReview => ({
  subject: {
    ...{ kind: "Merge request", title: "Tidy", reference, project: "a/b", url: null, description: "" },
    ...{ details: [], mail: null, patchable: true, files: [], commit: "c0ffee", threads: [] },
  },
  documents: [{ name: "merge-request", value: { iid: 12, title: "Tidy — Äpfel" } }],
  jobs,
  missing: [],
});

const source: EvidenceSource = {
  name: "evidence-b-12",
  facts: { project: "a/b" },
  artifacts: "include",
  tailLines: 50,
};

async function write(reviews: readonly EvidenceReview[], more: Partial<EvidenceSource> = {}) {
  return writeEvidence({ ...source, ...more }, reviews, {
    async read(url) {
      const bytes = contents[url];
      if (!bytes) throw new Error("HTTP 404");
      return (async function* () {
        for (let from = 0; from < bytes.length; from += 65_536) yield bytes.slice(from, from + 65_536);
      })();
    },
    changes: async () => ({ page: ["<p>changes</p>"], patch: ["diff --git\n"], review: null, omitted: [] }),
    onProgress: () => {},
    check: () => {},
  });
}

/** Unpacks an archive with the system's own program and returns its folder. */
async function unpack(blob: Blob, name = source.name): Promise<string> {
  const path = join(folder, "evidence.zip");
  writeFileSync(path, Buffer.from(await blob.arrayBuffer()));
  execFileSync("unzip", ["-q", "-o", path, "-d", folder]);
  return join(folder, name);
}

const verify = (root: string) =>
  execFileSync("sha256sum", ["--strict", "-c", "SHA256SUMS"], { cwd: root, encoding: "utf8" });

itWithTools("is unpacked and verified by standard tools", async () => {
  const { blob, missing } = await write([review([job(1), job(2, { name: "build: [a/b] ../X" })])]);
  expect(missing).toEqual([]);
  const root = await unpack(blob);
  const lines = verify(root).trim().split("\n");
  expect(lines.every((line) => line.endsWith(": OK"))).toBe(true);
  expect(lines).toContain("artifacts/1-build-a-b-..-x/artifacts.zip: OK");
  expect(readFileSync(join(root, "artifacts/1-build-a-b-..-x/artifacts.zip"))).toEqual(
    Buffer.from(contents["host:zip"] ?? []),
  );
  const manifest = JSON.parse(readFileSync(join(root, "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({ format: "helve-evidence", version: 1, project: "a/b", missing: [] });
  expect(manifest.files.map(({ path }: { path: string }) => path)).toContain("merge-request.json");
  expect(readFileSync(join(root, "merge-request.json"), "utf8")).toContain("Äpfel");
  expect(readFileSync(join(root, "logs/1-build-a-b-..-x.txt"), "utf8")).toContain("ERROR: Job failed");
});

itWithTools("a changed file is found", async () => {
  const root = await unpack((await write([review([job(1)])])).blob);
  writeFileSync(join(root, "changes.patch"), "other");
  expect(() => verify(root)).toThrow();
});

it("has the same bytes for the same input", async () => {
  const bytes = async () => Buffer.from(await (await write([review([job(1)])])).blob.arrayBuffer());
  const [first, second] = [await bytes(), await bytes()];
  expect(first.equals(second)).toBe(true);
});

itWithTools("artifacts that are not to be included are listed with their hash", async () => {
  const { blob } = await write(
    [review([job(1), job(3, { artifacts: [{ type: "junit", filename: "j.gz", size: 5, url: null }] })])],
    {
      artifacts: "hash",
    },
  );
  const root = await unpack(blob);
  verify(root);
  const sha256 = createHash("sha256")
    .update(contents["host:zip"] ?? "")
    .digest("hex");
  expect(JSON.parse(readFileSync(join(root, "artifacts.json"), "utf8"))).toEqual([
    expect.objectContaining({ job: 1, size: 300_000, sha256, path: null }),
    expect.objectContaining({ job: 3, type: "junit", size: 5, sha256: null, path: null }),
  ]);
});

itWithTools("what cannot be read is named, and the rest is written", async () => {
  const gone = job(1, {
    logUrl: "host:gone",
    artifacts: [{ type: "archive", filename: "a.zip", size: 1, url: "host:gone" }],
  });
  const { blob, missing } = await write([review([gone])]);
  expect(missing).toEqual([
    "!12: the log of job 1 build: [a/b] ../x was not read: HTTP 404",
    "!12: the artifacts of job 1 build: [a/b] ../x were not read: HTTP 404",
  ]);
  const root = await unpack(blob);
  verify(root);
  expect(readFileSync(join(root, "README.txt"), "utf8")).toContain("Not in it:\n- !12: the log of job 1");
});

itWithTools("several reviews have folders of their own", async () => {
  const root = await unpack((await write([review([job(1)], "!1"), review([job(2)], "!2")])).blob);
  const sums = verify(root);
  expect(sums).toContain("1/merge-request.json: OK");
  expect(sums).toContain("2/merge-request.json: OK");
});

it("is refused where it would be larger than an archive can be", async () => {
  const zip = createZip(1_000);
  await zip.add("a", "x".repeat(900));
  await expect(zip.add("b", "x".repeat(900))).rejects.toThrow("larger than 4 GB");
});

it.each([
  ["../../etc/passwd", "etc-passwd"],
  ["a\\b:c*?", "a-b-c"],
  [".bashrc", "bashrc"],
  ["CON.txt", "file-CON.txt"],
  ["日本語 テスト", "日本語-テスト"],
  ["…", "file-"],
  ["line\nend\u202e", "line-end"],
])("the name %j is written as %s", (name, expected) => {
  expect(safeName(name)).toBe(expected);
});
