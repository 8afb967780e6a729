import { z } from "zod";

/** A request to the service; with a body it is a POST. */
export interface MixedRequest {
  readonly path: string;
  readonly body?: unknown;
}

const withId = z.array(z.object({ id: z.int() }));
const withIid = z.array(z.object({ iid: z.int() }));
const commits = z.array(z.object({ id: z.string() }));
const entries = z.array(z.object({ id: z.string(), path: z.string(), type: z.string() }));
const branches = z.array(z.object({ name: z.string() }));

/** One request in this many writes. */
const writeEvery = 40;

/**
 * Returns `count` requests over all projects of the sample, as in a day of work: lists, files, history, diffs, merge
 * requests, pipelines, people; now and then a comment or a commit. `read` fetches the ids that they need.
 */
export async function mixedRequests(
  read: (path: string) => Promise<unknown>,
  count: number,
): Promise<MixedRequest[]> {
  const projects = withId.parse(await read("/projects?per_page=100"));
  const reads = ["/projects?order_by=updated_at", "/groups", "/users", "/user", "/merge_requests?scope=all"];
  const writes: ((n: number) => MixedRequest)[] = [];
  for (const { id } of projects) {
    const project = `/projects/${id}`;
    const repository = `${project}/repository`;
    const heads = branches.parse(await read(`${repository}/branches?per_page=100`));
    reads.push(project, `${project}/members/all`, `${project}/labels`, `${project}/pipelines`);
    if (heads.length === 0) continue;
    const log = commits.parse(await read(`${repository}/commits?per_page=100`));
    const tree = entries.parse(await read(`${repository}/tree?recursive=true&per_page=100`));
    reads.push(`${repository}/branches`, `${repository}/tags`, `${repository}/contributors`);
    for (const { name } of heads) {
      const ref = encodeURIComponent(name);
      reads.push(`${repository}/branches/${ref}`, `${repository}/commits?ref_name=${ref}`);
    }
    for (const commit of log) {
      const path = `${repository}/commits/${commit.id}`;
      reads.push(path, `${path}/diff`, `${path}/refs`, `${repository}/tree?ref=${commit.id}`);
    }
    for (const { path, type } of tree) {
      const encoded = encodeURIComponent(path);
      if (type === "blob")
        reads.push(`${repository}/files/${encoded}?ref=HEAD`, `${repository}/commits?path=${encoded}`);
      else reads.push(`${repository}/tree?path=${encoded}`);
    }
    const open = withIid.parse(await read(`${project}/merge_requests?per_page=100`));
    for (const { iid } of open) {
      const request = `${project}/merge_requests/${iid}`;
      const parts = ["", "/commits", "/changes", "/versions", "/discussions", "/notes", "/approvals"];
      reads.push(...parts.map((part) => request + part));
      writes.push((n) => ({ path: `${request}/notes`, body: { body: `Comment ${n}` } }));
    }
    const target = heads.find(({ name }) => name === "main");
    if (!target) continue;
    writes.push((n) => ({
      path: `${repository}/commits`,
      body: {
        branch: target.name,
        commit_message: `Change ${n}`,
        actions: [{ action: "create", file_path: `bench/${n}.txt`, content: `${n}\n` }],
      },
    }));
  }
  return Array.from({ length: count }, (_, n) => {
    const write = n % writeEvery === 0 ? writes[(n / writeEvery) % writes.length] : undefined;
    // A step without a common divisor with most lengths: neighbours are of different kinds.
    return write ? write(n) : { path: reads[(n * 7_919) % reads.length] ?? "/version" };
  });
}
