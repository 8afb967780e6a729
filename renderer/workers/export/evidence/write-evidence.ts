import { reviewJson, reviewMarkdown } from "../../../../shared/review/review-text.ts";
import type { EvidenceJob, EvidenceProgress, EvidenceReview, EvidenceSource } from "./evidence-types.ts";
import { logExcerpt } from "./log-excerpt.ts";
import { createZip, type FileContent, type HashedFile, hashContent, type ZipWriter } from "./zip-writer.ts";

/** Functions that the writer of evidence needs of its surroundings. */
export interface EvidenceWork {
  /** Returns the bytes at an address of the host as they arrive. Throws an Error that says why there are none. */
  readonly read: (url: string) => Promise<AsyncIterable<Uint8Array<ArrayBuffer>>>;
  /** Returns the files of a review's changes and comments: a page, a patch and texts. */
  readonly changes: (review: EvidenceReview) => Promise<ChangesFiles>;
  readonly onProgress: (progress: EvidenceProgress) => void;
  /** Throws once the export is canceled. */
  readonly check: () => void;
}

/** Files of the changes of a review. */
interface ChangesFiles {
  readonly page: readonly string[];
  readonly patch: readonly (string | Uint8Array<ArrayBuffer>)[];
  readonly review: Parameters<typeof reviewJson>[0] | null;
  /** Paths of files of which the patch has no changes. */
  readonly omitted: readonly string[];
}

/** Adds files of a review below a folder, and collects what is missing. */
interface Writing {
  readonly source: EvidenceSource;
  readonly work: EvidenceWork;
  readonly folder: string;
  readonly add: (path: string, content: FileContent) => Promise<HashedFile>;
  readonly step: (name: string) => void;
  readonly read: (name: string, url: string) => Promise<AsyncIterable<Uint8Array<ArrayBuffer>>>;
  readonly missing: string[];
}

/** Returns JSON as the archive has it. */
const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Writes the evidence of reviews, each read when it is its turn, as a ZIP: everything as files, with the hash of each in
 * `SHA256SUMS` and `manifest.json`. Equal input makes equal bytes. `total` is the number of steps of all reviews.
 */
export async function writeEvidence(
  source: EvidenceSource,
  reviews: readonly EvidenceReview[],
  work: EvidenceWork,
): Promise<{ readonly blob: Blob; readonly missing: readonly string[] }> {
  const zip = createZip();
  const files: HashedFile[] = [];
  const addFile = addTo(zip, source.name, files);
  const missing: string[] = [];
  const total = reviews.reduce((sum, review) => sum + stepsOf(review), 1);
  let done = 0;
  const step = (name: string) => {
    work.check();
    work.onProgress({ name, bytes: 0, done: done++, total });
  };
  for (const review of reviews) {
    const folder = reviews.length === 1 ? "" : `${safeName(review.subject.reference)}/`;
    const add = (path: string, content: FileContent) => addFile(`${folder}${path}`, content);
    const read = async (name: string, url: string) => counted(await work.read(url), name);
    await writeReview(review, { source, work, folder, add, step, read, missing });
    missing.push(...review.missing.map((text) => `${review.subject.reference}: ${text}`));
  }
  step("Manifest");
  await addFile("README.txt", readme(source, missing));
  const listed = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  await addFile(
    "manifest.json",
    jsonText({ format: "helve-evidence", version: 1, ...source.facts, files: listed, missing }),
  );
  const sums = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  await zip.add(`${source.name}/SHA256SUMS`, sums.join(""));
  return { blob: zip.finish(), missing };

  async function* counted(bytes: AsyncIterable<Uint8Array<ArrayBuffer>>, name: string) {
    let size = 0;
    for await (const chunk of bytes) {
      work.check();
      size += chunk.length;
      work.onProgress({ name, bytes: size, done: done - 1, total });
      yield chunk;
    }
  }
}

const stepsOf = ({ jobs }: EvidenceReview): number =>
  2 +
  jobs.reduce(
    (sum, { logUrl, artifacts }) => sum + (logUrl ? 1 : 0) + artifacts.filter(({ url }) => url).length,
    0,
  );

/** Returns what adds a file below a folder, under a path of its own on systems that do not tell cases apart, too. */
function addTo(zip: ZipWriter, root: string, files: HashedFile[]) {
  const taken = new Set<string>();
  return async (wanted: string, content: FileContent): Promise<HashedFile> => {
    const [, stem = wanted, ending = ""] = /^(.*?)(\.[^./]*)?$/.exec(wanted) ?? [];
    let free = wanted;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem}-${n}${ending}`;
    taken.add(free.toLowerCase());
    const { size, sha256 } = await zip.add(`${root}/${free}`, content);
    const file = { path: free, size, sha256 };
    files.push(file);
    return file;
  };
}

async function writeReview(review: EvidenceReview, writing: Writing): Promise<void> {
  const { add, step, work, missing } = writing;
  const { subject, documents, jobs } = review;
  step(`${subject.reference}: records`);
  for (const { name, value } of documents) await add(`${name}.json`, jsonText(value));
  step(`${subject.reference}: changes`);
  const { page, patch, review: comments, omitted } = await work.changes(review);
  await add("changes.html", new Blob([...page]));
  await add("changes.patch", new Blob([...patch]));
  if (comments) {
    await add("comments.md", reviewMarkdown(comments));
    await add("comments.json", reviewJson(comments));
  }
  if (omitted.length > 0)
    missing.push(
      `${subject.reference}: not in changes.patch, since they could not be read: ${omitted.join(", ")}`,
    );
  for (const job of jobs) if (job.logUrl) await writeLog(job, job.logUrl, subject.reference, writing);
  const artifacts = [];
  for (const job of jobs) artifacts.push(...(await writeArtifacts(job, subject.reference, writing)));
  await add("artifacts.json", jsonText(artifacts));
}

const jobName = ({ id, name }: EvidenceJob): string => `${id}-${safeName(name)}`;

async function writeLog(job: EvidenceJob, url: string, reference: string, writing: Writing): Promise<void> {
  const { source, add, step, read, missing, work } = writing;
  const name = `Log of ${job.name}`;
  step(name);
  try {
    const title = `Job ${job.id} ${job.name} (stage ${job.stage}), ${job.status}, of pipeline ${job.pipeline}`;
    await add(`logs/${jobName(job)}.txt`, await logExcerpt(await read(name, url), title, source.tailLines));
  } catch (error) {
    work.check();
    if (error instanceof RangeError) throw error;
    missing.push(`${reference}: the log of job ${job.id} ${job.name} was not read: ${reasonOf(error)}`);
  }
}

async function writeArtifacts(job: EvidenceJob, reference: string, writing: Writing) {
  const { source, folder, add, step, read, missing, work } = writing;
  const described = [];
  for (const { type, filename, size, url } of job.artifacts) {
    const one = { job: job.id, job_name: job.name, type, filename };
    if (url === null) {
      described.push({ ...one, size, sha256: null, path: null });
      continue;
    }
    const name = `Artifacts of ${job.name}`;
    step(name);
    try {
      const bytes = await read(name, url);
      const path = `artifacts/${jobName(job)}/${safeName(filename)}`;
      const file = source.artifacts === "include" ? await add(path, bytes) : await hashContent(path, bytes);
      const isIncluded = source.artifacts === "include";
      described.push({
        ...one,
        size: file.size,
        sha256: file.sha256,
        path: isIncluded ? file.path.slice(folder.length) : null,
      });
    } catch (error) {
      work.check();
      if (error instanceof RangeError) throw error;
      missing.push(
        `${reference}: the artifacts of job ${job.id} ${job.name} were not read: ${reasonOf(error)}`,
      );
      described.push({ ...one, size, sha256: null, path: null });
    }
  }
  return described;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns a name that every system takes as one of a file: no folder, no hidden or reserved name. */
export function safeName(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 80);
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) || plain === "" ? `file-${plain}` : plain;
}

const readme = ({ name }: EvidenceSource, missing: readonly string[]): string =>
  `This is evidence of a review: what the service says about merge requests, their changes, comments,
approvals, pipelines and jobs. It has no scripts and needs no program of its own.

merge-request.json   the merge request
versions.json        its versions with their commits
approvals.json       who approved, and when approvals were given and taken back
threads.json         all threads with their state; events of the service are among them
changes.html         the changes of the last version with their comments, for any browser
changes.patch        the same changes, for git apply
comments.md, .json   the comments alone
pipelines.json       pipelines and jobs
logs/                the failed sections and last lines of jobs' logs, with the hash of each whole log;
                     tokens in them are replaced by [secret]
artifacts.json       artifacts of jobs with size and, where they were read, SHA-256
manifest.json        size and SHA-256 of every file

To verify it: cd ${name} && sha256sum -c SHA256SUMS   (macOS: shasum -a 256 -c SHA256SUMS)
Two exports of the same state have the same bytes. Times in changes.html are UTC.
${missing.length > 0 ? `\nNot in it:\n${missing.map((text) => `- ${text}\n`).join("")}` : ""}`;
