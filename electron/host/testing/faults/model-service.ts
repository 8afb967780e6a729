import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { writePaging } from "../../../../shared/api/contract/paging.ts";
import { randomOf } from "./random.ts";

const sha = (hash: "sha1" | "sha256", ...parts: (string | Uint8Array)[]): string => {
  const digest = createHash(hash);
  for (const part of parts) digest.update(part);
  return digest.digest("hex");
};
const blobId = (hash: "sha1" | "sha256", bytes: Buffer) => sha(hash, `blob ${bytes.length}\0`, bytes);

/** A small service that counts each write, so that every response can be compared with its state. */
export interface ModelService extends AsyncDisposable {
  readonly url: string;
  /** Readable paths below `/api/v4` with the correct content: the bytes of one response, or a whole list. */
  readonly truth: ReadonlyMap<string, { readonly bytes: Buffer; readonly isList: boolean }>;
  /** Paths of the truth that are named by a hash, or have one. */
  readonly downloadable: readonly string[];
  /** Number of occurrences of each write, by its kind and the name that it gave. */
  readonly happened: Map<string, number>;
}

/** Starts it with content from a seed. */
export async function modelService(seed: number): Promise<ModelService> {
  const random = randomOf(seed);
  const truth = new Map<
    string,
    { bytes: Buffer; isList: boolean; type: string; headers: Record<string, string> }
  >();
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const add = (
    path: string,
    bytes: Buffer,
    type = "application/json",
    headers: Record<string, string> = {},
  ) => truth.set(path, { bytes, isList: false, type, headers });
  const downloadable: string[] = [];
  for (let id = 1; id <= 20; id++) {
    add(
      `/projects/${id}`,
      json({
        id,
        path_with_namespace: `ada/project-${id}`,
        description: "x".repeat(Math.floor(random() * 3000)),
      }),
    );
  }
  for (let index = 0; index < 24; index++) {
    const size = index === 0 ? 0 : Math.floor(random() ** 3 * (index % 8 === 7 ? 3_000_000 : 40_000));
    const bytes = Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)));
    const path = `/projects/1/repository/blobs/${blobId(index % 2 ? "sha256" : "sha1", bytes)}/raw`;
    add(path, bytes, "application/octet-stream");
    const file = `/projects/1/repository/files/file${index}/raw?ref=main`;
    const proof = { "x-gitlab-size": String(size), "x-gitlab-content-sha256": sha("sha256", bytes) };
    add(file, bytes, "text/plain", { ...proof, etag: `"${sha("sha1", bytes)}"`, "accept-ranges": "bytes" });
    downloadable.push(path, file);
  }
  const archive = Buffer.from(Array.from({ length: 400_000 }, () => Math.floor(random() * 256)));
  add("/projects/1/repository/archive.zip", archive, "application/zip", {
    etag: '"archive"',
    "accept-ranges": "bytes",
  });
  downloadable.push("/projects/1/repository/archive.zip");
  add("/projects/1/jobs/1/trace", Buffer.from("line\n".repeat(3000)), "text/plain");
  add(
    "/projects/1/merge_requests/1/versions/1",
    json({
      id: 1,
      head_commit_sha: sha("sha1", "head"),
      diffs: Array.from({ length: 200 }, (_, index) => ({ new_path: `f${index}`, diff: "+y".repeat(99) })),
    }),
  );
  const tags = Array.from({ length: 49 }, (_, index) => ({ name: `v${index}`, message: "t".repeat(index) }));
  truth.set("/projects/1/repository/tags", {
    bytes: json(tags),
    isList: true,
    type: "application/json",
    headers: {},
  });
  const happened = new Map<string, number>();
  const branches = new Set<string>();
  const notes: { id: number; body: string; created_at: string; author: { username: string } }[] = [];
  const commits: { id: string; message: string; committed_date: string; author_name: string }[] = [];
  const count = (key: string) => happened.set(key, (happened.get(key) ?? 0) + 1);

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://service");
    const path = decodeURIComponent(url.pathname.replace("/api/v4", ""));
    const send = (value: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(value === null ? undefined : JSON.stringify(value));
    };
    if (path === "/user")
      return send({ id: 7, name: "Ada", username: "ada", avatar_url: null, web_url: null });
    if (path === "/version") return send({ version: "17.0.0", revision: "x" });
    if (request.method !== "GET" && request.method !== "HEAD") {
      const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Record<string, string>;
      return void write(request.method ?? "", path, body, send);
    }
    const branch = /\/branches\/(.+)$/.exec(path)?.[1];
    if (branch)
      return branches.has(branch) ? send({ name: branch }) : send({ message: "404 Branch Not Found" }, 404);
    if (path.endsWith("/notes")) return send(notes.slice(-200).reverse());
    if (path.endsWith("/repository/commits")) return send(commits.slice(-200).reverse());
    if (path.endsWith("/tags")) return list(url, response);
    const known = truth.get(path + (url.search.includes("ref=") ? "?ref=main" : ""));
    if (!known) return send({ message: "404 Not Found" }, 404);
    respond(request, response, known);
  });

  function write(
    method: string,
    path: string,
    body: Record<string, string>,
    send: (value: unknown, status?: number) => void,
  ) {
    const created_at = new Date().toISOString();
    if (method === "DELETE") {
      const name = path.split("/branches/")[1] ?? "";
      count(`delete ${name}`);
      return branches.delete(name) ? send(null, 204) : send({ message: "404 Branch Not Found" }, 404);
    }
    if (path.endsWith("/branches")) {
      count(`branch ${body.branch}`);
      branches.add(body.branch ?? "");
      return send({ name: body.branch }, 201);
    }
    if (path.endsWith("/notes")) {
      count(`note ${body.body}`);
      const note = { id: notes.length + 1, body: body.body ?? "", created_at, author: { username: "ada" } };
      notes.push(note);
      return send(note, 201);
    }
    count(`commit ${body.commit_message}`);
    const commit = {
      id: sha("sha1", body.commit_message ?? ""),
      message: body.commit_message ?? "",
      committed_date: created_at,
      author_name: "Ada",
    };
    commits.push(commit);
    return send(commit, 201);
  }

  function list(url: URL, response: ServerResponse) {
    const page = Number(url.searchParams.get("page") ?? 1);
    // Services cap the page size.
    const perPage = Math.min(20, Number(url.searchParams.get("per_page") ?? 20));
    const headers = new Headers({ "content-type": "application/json" });
    const all = JSON.parse(JSON.stringify(tags)) as unknown[];
    writePaging(headers, url, { page, perPage, total: all.length, more: page * perPage < all.length });
    response.writeHead(200, Object.fromEntries(headers));
    response.end(JSON.stringify(all.slice((page - 1) * perPage, page * perPage)));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    truth,
    downloadable,
    happened,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Known {
  readonly bytes: Buffer;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

function respond(request: IncomingMessage, response: ServerResponse, { bytes, type, headers }: Known): void {
  const etag = headers.etag ?? `"${sha("sha1", bytes)}"`;
  const all = { "content-type": type, ...headers, etag };
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? -1);
  if (from >= 0 && from < bytes.length && request.headers["if-range"] === etag) {
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    response.writeHead(206, { ...all, "content-range": range, "content-length": bytes.length - from });
    return void response.end(bytes.subarray(from));
  }
  // Archives are made while they are sent.
  const length = type === "application/zip" ? {} : { "content-length": bytes.length };
  response.writeHead(200, { ...all, ...length });
  response.end(bytes);
}
