import { crc32 } from "node:zlib";
import { z } from "zod";

/**
 * A runner for tests that follows gitlab-runner's `network/gitlab.go`, `network/trace.go` and `common/network.go` call by call:
 * the same requests, and the same decisions about each status. It runs no scripts: what a job prints and how it ends is given.
 */

const step = z.object({ name: z.string(), script: z.array(z.string()), timeout: z.int(), when: z.string() });
const container = z.looseObject({ name: z.string(), entrypoint: z.array(z.string()).optional() });

/** The job of a response as gitlab-runner's `JobResponse` decodes it: Go refuses values of other types. */
export const jobOfResponse = z.object({
  id: z.int(),
  token: z.string().min(1),
  allow_git_fetch: z.boolean(),
  job_info: z.object({
    name: z.string(),
    stage: z.string(),
    project_id: z.int(),
    project_name: z.string(),
    time_in_queue_seconds: z.number(),
  }),
  git_info: z.object({
    repo_url: z.url(),
    repo_object_format: z.string(),
    ref: z.string(),
    sha: z.string().length(40),
    before_sha: z.string().length(40),
    ref_type: z.enum(["branch", "tag"]),
    refspecs: z.array(z.string()),
    depth: z.int(),
  }),
  runner_info: z.object({ timeout: z.int() }),
  variables: z.array(
    z.object({
      key: z.string(),
      value: z.string(),
      public: z.boolean(),
      file: z.boolean(),
      masked: z.boolean(),
      raw: z.boolean(),
    }),
  ),
  steps: z.array(step),
  image: container.nullable(),
  services: z.array(container),
  artifacts: z.array(
    z.object({
      name: z.string(),
      untracked: z.boolean().optional(),
      paths: z.array(z.string()),
      exclude: z.array(z.string()).optional(),
      when: z.string(),
      artifact_type: z.string(),
      artifact_format: z.string(),
      expire_in: z.string().optional(),
    }),
  ),
  cache: z.array(
    z.object({
      key: z.string(),
      untracked: z.boolean(),
      policy: z.string(),
      paths: z.array(z.string()),
      when: z.string(),
      fallback_keys: z.array(z.string()),
    }),
  ),
  credentials: z.array(z.unknown()),
  dependencies: z.array(
    z.object({
      id: z.int(),
      token: z.string(),
      name: z.string(),
      artifacts_file: z.object({ filename: z.string(), size: z.int() }),
    }),
  ),
  features: z.object({ trace_sections: z.boolean(), failure_reasons: z.array(z.string()) }),
});
export type JobOfResponse = z.output<typeof jobOfResponse>;

/** Fault of a request: none, it never arrives, its response is lost, or it is late. */
export type Fault = "none" | "not-sent" | "lost-response" | { readonly delayMs: number };

export interface RunnerConfig {
  readonly url: () => string;
  readonly token: string;
  readonly systemId?: string;
  /** Called for each request. */
  readonly faultOf?: () => Fault;
}

type PatchState = "succeeded" | "abort" | "not-found" | "range-mismatch" | "failed";
type UpdateState = "succeeded" | "not-completed" | "validation-failed" | "abort" | "failed";

/** The network client of a runner. */
export class TestRunner {
  readonly #config: RunnerConfig;
  #lastUpdate = "";

  constructor(config: RunnerConfig) {
    this.#config = config;
  }

  /** Sends a request. Throws where a fault keeps it or its response from arriving. */
  async send(
    method: string,
    path: string,
    body: NonNullable<RequestInit["body"]> | null,
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ) {
    const fault = this.#config.faultOf?.() ?? "none";
    if (fault === "not-sent") throw new Error("the request was not sent");
    if (typeof fault === "object") await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    const init = { method, headers: { "user-agent": "gitlab-runner 18.5.0", ...headers }, body, signal };
    const response = await fetch(`${this.#config.url()}/api/v4/${path}`, init);
    if (fault === "lost-response") {
      await response.arrayBuffer();
      throw new Error("the response was lost");
    }
    return response;
  }

  json(method: string, path: string, body: object, signal: AbortSignal | null = null) {
    const headers = { "content-type": "application/json", accept: "application/json" };
    return this.send(method, path, JSON.stringify(body), headers, signal);
  }

  #info() {
    const features = { variables: true, raw_variables: true, refspecs: true, trace_checksum: true };
    const system = { platform: "linux", architecture: "amd64", executor: "docker", shell: "bash" };
    return { name: "gitlab-runner", version: "18.5.0", revision: "bda84871", ...system, features };
  }

  /** `RequestJob`: returns a job, null for none. Throws for every other status. */
  async requestJob(signal: AbortSignal | null = null): Promise<JobOfResponse | null> {
    const { token, systemId = "s_1a2b3c4d5e6f" } = this.#config;
    const request = { info: this.#info(), token, system_id: systemId, last_update: this.#lastUpdate };
    const response = await this.json("POST", "jobs/request", request, signal);
    const text = await response.text();
    this.#lastUpdate = response.headers.get("x-gitlab-last-update") ?? this.#lastUpdate;
    if (response.status === 201) return jobOfResponse.parse(JSON.parse(text));
    if (response.status === 204) return null;
    throw new Error(`jobs/request: ${response.status} ${text}`);
  }

  /** `PatchTrace`. */
  async patchTrace(job: JobOfResponse, content: Buffer, start: number) {
    const end = start + content.length;
    const response = await this.send(
      "PATCH",
      `jobs/${job.id}/trace?debug_trace=false`,
      new Uint8Array(content),
      { "content-range": `${start}-${end - 1}`, "job-token": job.token, "content-type": "text/plain" },
    ).catch(() => null);
    if (!response) return { state: "failed" as PatchState, sentOffset: start, status: 0 };
    await response.arrayBuffer();
    const { status } = response;
    const result = (state: PatchState, sentOffset = start) => ({ state, sentOffset, status });
    if (isFailed(response)) return result("abort");
    if (status === 202) return result("succeeded", end);
    if (status === 404) return result("not-found");
    if (status === 416) return result("range-mismatch", Number(response.headers.get("range")?.split("-")[1]));
    return result("failed");
  }

  /** `UpdateJob`. */
  async updateJob(job: JobOfResponse, update: JobUpdate) {
    const body = { info: this.#info(), token: job.token, ...update, checksum: update.output?.checksum };
    const response = await this.json("PUT", `jobs/${job.id}`, body).catch(() => null);
    if (!response) return { state: "failed" as UpdateState, status: 0, jobStatus: null };
    await response.arrayBuffer();
    const { status } = response;
    const jobStatus = response.headers.get("job-status");
    const result = (state: UpdateState) => ({ state, status, jobStatus });
    if (isFailed(response)) return result("abort");
    if (status === 200) return result("succeeded");
    if (status === 202) return result("not-completed");
    if (status === 412) return result("validation-failed");
    return result(status === 404 ? "abort" : "failed");
  }

  /** `UploadRawArtifacts`: returns the status. */
  async upload(
    job: Pick<JobOfResponse, "id" | "token">,
    file: { readonly name: string; readonly content: Buffer },
    options: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(file.content)], file.name));
    const query = new URLSearchParams(options);
    const response = await this.send("POST", `jobs/${job.id}/artifacts?${query}`, form, {
      "job-token": job.token,
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** `DownloadArtifacts`: returns the status, and the bytes of a 200. */
  async download({ id, token }: Pick<JobOfResponse, "id" | "token">) {
    const response = await this.send("GET", `jobs/${id}/artifacts?direct_download=false`, null, {
      "job-token": token,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, bytes };
  }
}

/** Fields of an update of a job. */
export interface JobUpdate {
  readonly state: "running" | "success" | "failed";
  readonly failure_reason?: string;
  readonly exit_code?: number;
  readonly output?: { readonly checksum: string; readonly bytesize: number };
}

/** `RemoteJobStateResponse.IsFailed`. */
const isFailed = ({ status, headers }: Response): boolean =>
  ["canceled", "failed"].includes(headers.get("job-status") ?? "") || status === 403;

/** `clientJobTrace`: what a job prints, sent in parts. */
export class TestTrace {
  /** All that was printed. */
  bytes = Buffer.alloc(0);
  readonly job: JobOfResponse;
  readonly #runner: TestRunner;
  readonly #maxPartBytes: number;
  #sent = 0;

  constructor(runner: TestRunner, job: JobOfResponse, maxPartBytes = 1024 * 1024) {
    this.#runner = runner;
    this.job = job;
    this.#maxPartBytes = maxPartBytes;
  }

  write(text: string): void {
    this.bytes = Buffer.concat([this.bytes, Buffer.from(text)]);
  }

  /** `sendPatch`. */
  async sendPatch(): Promise<PatchState> {
    const start = this.#sent;
    const content = this.bytes.subarray(start, start + this.#maxPartBytes);
    if (content.length === 0) return "succeeded";
    const { state, sentOffset } = await this.#runner.patchTrace(this.job, content, start);
    if (state === "succeeded" || state === "range-mismatch") this.#sent = sentOffset;
    return state;
  }

  /** `finalUpdate`: sends what is left, then the end, as often as it takes. Returns whether the end was recorded by it. */
  async finish(update: JobUpdate, waitMs = 5): Promise<boolean> {
    for (;;) {
      while (this.#sent !== this.bytes.length) {
        const state = await this.sendPatch();
        if (state === "abort" || state === "not-found") break;
        if (state !== "succeeded") await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
      const checksum = `crc32:${crc32(this.bytes).toString(16).padStart(8, "0")}`;
      const output = { checksum, bytesize: this.bytes.length };
      const { state } = await this.#runner.updateJob(this.job, { ...update, output });
      if (state === "succeeded" || state === "abort") return state === "succeeded";
      if (state === "validation-failed") this.#sent = 0;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
