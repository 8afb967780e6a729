import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import {
  type NewPublish,
  type PublishDetail,
  publish,
  publishDetail,
} from "../../../shared/host/publishes.ts";
import { type RunningService, startService } from "../../service/start-service.ts";
import type { FaultyResponse } from "./faults/exchange.ts";
import { type FaultProxy, faultProxy } from "./faults/fault-proxy.ts";
import { type HostInFolder, hostInFolder } from "./host-in-folder.ts";

export const sourceToken = "hlv-publish-source-0123456789";
export const targetToken = "hlv-publish-target-0123456789";

/** Calls a service past the host, as its administrator. */
export type Call = <T = Record<string, unknown>>(method: string, path: string, body?: object) => Promise<T>;

const callOf =
  (url: string, token: string): Call =>
  async (method, path, body) => {
    const headers = { "private-token": token, "content-type": "application/json" };
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  };

/** Two services, and a host with an account of each; the second one is behind a proxy whose failures a test chooses. */
export interface PublishScene extends AsyncDisposable {
  readonly host: HostInFolder;
  readonly proxy: FaultProxy;
  readonly source: Call;
  readonly target: Call;
  readonly sourceService: RunningService;
  readonly targetService: RunningService;
  /** The second service refuses what matches with a status. */
  refuse(status: number, matches: (method: string, path: string) => boolean): void;
  /** Id of the account of the second service. */
  readonly there: string;
  /** Waits until a publish has come to one of these states. */
  settled(id: string, ...states: readonly string[]): Promise<PublishDetail>;
  create(change: ChangedPublish): Promise<string>;
  /** Reads, starts and waits for the end. */
  publish(change: ChangedPublish): Promise<PublishDetail>;
}

interface ChangedPublish {
  readonly source?: Partial<NewPublish["source"]>;
  readonly target?: Partial<NewPublish["target"]>;
  readonly parts?: Partial<NewPublish["parts"]>;
}

export async function publishScene(
  fill: (folder: string) => Promise<void> = async () => undefined,
): Promise<PublishScene> {
  const folder = mkdtempSync(join(tmpdir(), "helve-publish-"));
  await fill(join(folder, "source"));
  const sourceService = await startService({
    folder: join(folder, "source"),
    port: 0,
    adminToken: sourceToken,
  });
  const targetService = await startService({
    folder: join(folder, "target"),
    port: 0,
    adminToken: targetToken,
  });
  const proxy = await faultProxy(targetService.url, 1);
  const host = hostInFolder({ localService: { url: sourceService.url, token: sourceToken } });
  const { id: there } = await host.addAccount(proxy.url, targetToken);
  const detail = async (id: string) => {
    const response = await host.request(`/publishes/${id}`);
    const body: unknown = await response.json();
    expect(response.status, JSON.stringify(body)).toBe(200);
    return publishDetail.parse(body);
  };
  const scene: PublishScene = {
    host,
    proxy,
    source: callOf(sourceService.url, sourceToken),
    target: callOf(targetService.url, targetToken),
    sourceService,
    targetService,
    there,
    refuse(status, matches) {
      const body = Buffer.from(JSON.stringify({ message: `${status} refused` }));
      const apply = (reply: { status: number; body: Buffer }) => Object.assign(reply, { status, body });
      const fault = {
        name: String(status),
        forwards: false,
        apply: (reply: FaultyResponse) => void apply(reply),
      };
      proxy.choose = (_random, { method, path }) => (matches(method, path) ? [fault] : []);
    },
    async settled(id, ...states) {
      for (let tries = 0; tries < 3000; tries++) {
        const found = await detail(id);
        if (states.includes(found.state)) return found;
        if (found.state === "stopped") throw new Error(`stopped: ${found.message}`);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      throw new Error(`still ${(await detail(id)).message}`);
    },
    async create({ source = {}, target = {}, parts = {} }) {
      const body: NewPublish = {
        source: { accountId: "local", project: "helve/demo", ...source },
        target: {
          accountId: there,
          namespace: "helve",
          name: "Demo",
          path: "moved",
          visibility: "private",
          ...target,
        },
        parts: {
          mergeRequests: true,
          issues: true,
          wiki: true,
          snippets: true,
          releases: true,
          members: true,
          variables: false,
          ...parts,
        },
      };
      const response = await host.requestJson("/publishes", "POST", body);
      const created: unknown = await response.json();
      expect(response.status, JSON.stringify(created)).toBe(201);
      return publish.parse(created).id;
    },
    async publish(change) {
      const id = await scene.create(change);
      const planned = await scene.settled(id, "planned");
      expect(planned.obstacles).toEqual([]);
      const started = await host.request(`/publishes/${id}/start`, { method: "POST" });
      expect(started.status, await started.clone().text()).toBe(200);
      return scene.settled(id, "done");
    },
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      await sourceService.close();
      await targetService.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return scene;
}

/** Makes a project of which each kind of thing has one at least. Returns its path. */
export async function makeDemo(call: Call): Promise<void> {
  const { id } = await call<{ id: number }>("POST", "/projects", {
    name: "Demo",
    path: "demo",
    description: "A *demo*",
  });
  const of = `/projects/${id}`;
  const commit = (branch: string, path: string, content: string, action = "create", more: object = {}) =>
    call("POST", `${of}/repository/commits`, {
      branch,
      commit_message: `Change ${path} of ${branch}`,
      actions: [{ action, file_path: path, content }],
      ...more,
    });
  await commit("main", "a.txt", "1\n2\n3\n4\n5\n");
  await call("POST", `${of}/labels`, { name: "bug", color: "#c0392b", description: "Something is wrong" });
  await call("POST", `${of}/labels`, { name: "feature", color: "#2e7d5b" });
  const milestone = await call<{ id: number }>("POST", `${of}/milestones`, {
    title: "First",
    due_date: "2026-12-24",
  });
  await call("POST", `${of}/issues`, {
    title: "Wrong colour",
    description: "See !2 and #2, @helve\n\n/close\n\n`@code`",
    labels: "bug",
    milestone_id: milestone.id,
  });
  await call("POST", `${of}/issues`, {
    title: "Secret",
    description: "Only for members",
    confidential: true,
  });
  await call("PUT", `${of}/issues/2`, { state_event: "close" });
  await call("POST", `${of}/issues/1/notes`, { body: "Seen.\n\n/merge" });
  // Merged after two versions.
  await commit("topic", "topic.txt", "one\n", "create", { start_branch: "main" });
  await call("POST", `${of}/merge_requests`, {
    source_branch: "topic",
    target_branch: "main",
    title: "Topic",
    description: "For #1",
    labels: "feature",
  });
  await commit("topic", "topic.txt", "two\n", "update");
  await call("PUT", `${of}/merge_requests/1/merge`, { should_remove_source_branch: true });
  // Open, with threads on a line of each of two versions.
  await commit("work", "a.txt", "1\n2\nthree\n4\n5\n", "update", { start_branch: "main" });
  await call("POST", `${of}/merge_requests`, {
    source_branch: "work",
    target_branch: "main",
    title: "Draft: Work",
    description: "Needs #1 and !1",
    milestone_id: milestone.id,
  });
  await comment(call, of, 2, "Why three?", true);
  await commit("main", "b.txt", "b\n");
  await commit("work", "a.txt", "1\n2\nthree!\n4\n5\n", "update");
  await comment(call, of, 2, "And why the mark?", false);
  await call("POST", `${of}/merge_requests/2/notes`, { body: "A comment on all of it\n\n/merge" });
  // Closed, without a branch any more.
  await commit("gone", "gone.txt", "gone\n", "create", { start_branch: "main" });
  await call("POST", `${of}/merge_requests`, { source_branch: "gone", target_branch: "main", title: "Gone" });
  await call("PUT", `${of}/merge_requests/3`, { state_event: "close" });
  await call("DELETE", `${of}/repository/branches/gone`);
  // Squashed, so that no history shows the merge.
  await commit("squashed", "s.txt", "1\n", "create", { start_branch: "main" });
  await commit("squashed", "s.txt", "2\n", "update");
  await call("POST", `${of}/merge_requests`, {
    source_branch: "squashed",
    target_branch: "main",
    title: "Squashed",
    squash: true,
  });
  await call("PUT", `${of}/merge_requests/4/merge`, { squash: true, should_remove_source_branch: true });
  await call("POST", `${of}/repository/tags`, { tag_name: "v1", ref: "main", message: "First" });
  await call("POST", `${of}/releases`, {
    tag_name: "v1",
    name: "One",
    description: "Has #1",
    assets: { links: [{ name: "Site", url: "https://example.org/1" }] },
  });
  await call("POST", `${of}/snippets`, {
    title: "Two files",
    visibility: "private",
    files: [
      { file_path: "a.sh", content: "echo a\n" },
      { file_path: "b.sh", content: "echo b\n" },
    ],
  });
  await call("POST", `${of}/snippets`, {
    title: "One file",
    visibility: "private",
    file_name: "c.sh",
    code: "echo c",
    description: "Say !1",
  });
  await call("POST", `${of}/wikis`, { title: "home", content: "# Home\n\nNo end" });
  await call("POST", `${of}/wikis`, { title: "guide/First steps", content: "Steps\r\n" });
  await call("POST", `${of}/protected_branches`, {
    name: "main",
    push_access_level: 40,
    merge_access_level: 30,
  });
  await call("POST", `${of}/variables`, { key: "TOKEN", value: "very-secret-value" });
}

async function comment(call: Call, of: string, iid: number, body: string, resolves: boolean): Promise<void> {
  const { diff_refs } = await call<{ diff_refs: object }>("GET", `${of}/merge_requests/${iid}`);
  const position = { ...diff_refs, position_type: "text", old_path: "a.txt", new_path: "a.txt", new_line: 3 };
  const { id } = await call<{ id: string }>("POST", `${of}/merge_requests/${iid}/discussions`, {
    body,
    position,
  });
  await call("POST", `${of}/merge_requests/${iid}/discussions/${id}/notes`, { body: `Reply to: ${body}` });
  if (resolves) await call("PUT", `${of}/merge_requests/${iid}/discussions/${id}`, { resolved: true });
}
