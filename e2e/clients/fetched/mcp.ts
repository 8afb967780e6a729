import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { z } from "zod";
import type { GitAccess } from "../journeys/git.ts";

const message = z.looseObject({
  id: z.int().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const toolResult = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ text: z.string().default("") })),
});

/** `@zereight/mcp-gitlab` does what an assistant asks it for, from a branch to a merged request and a release. */
export async function assist(access: GitAccess, packages: string): Promise<void> {
  const script = join(packages, "node_modules/@zereight/mcp-gitlab/build/index.js");
  const server = spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      HOME: access.folder,
      GITLAB_PERSONAL_ACCESS_TOKEN: access.token,
      GITLAB_API_URL: `${access.serviceUrl}/api/v4`,
      USE_GITLAB_WIKI: "true",
      USE_PIPELINE: "true",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, (value: z.output<typeof message>) => void>();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const parsed = message.safeParse(line.startsWith("{") ? JSON.parse(line) : null);
    if (parsed.success && parsed.data.id !== undefined) waiting.get(parsed.data.id)?.(parsed.data);
  });
  const send = (body: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...body })}\n`);
  const request = (method: string, params: object) =>
    new Promise<z.output<typeof message>>((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  const call = async (name: string, given: object): Promise<string> => {
    const { result, error } = await request("tools/call", { name, arguments: given });
    expect(error, name).toBeUndefined();
    const { isError, content } = toolResult.parse(result);
    expect(isError ? content : undefined, name).toBeUndefined();
    return content[0]?.text ?? "";
  };
  try {
    const clientInfo = { name: "test", version: "1" };
    await request("initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo });
    send({ method: "notifications/initialized" });
    const project = { project_id: "fjord/handbook" };
    const branch = "assisted";
    await call("get_project", project);
    await call("list_projects", {});
    await call("create_branch", { ...project, branch, ref: "main" });
    const file = { file_path: "assisted.txt", content: "x", commit_message: "Add", branch };
    await call("create_or_update_file", { ...project, ...file });
    const files = [{ file_path: "assisted/a", content: "1" }];
    await call("push_files", { ...project, branch, commit_message: "More", files });
    await call("get_repository_tree", project);
    const opened = { source_branch: branch, target_branch: "main", title: "Assisted" };
    const { iid } = z
      .looseObject({ iid: z.union([z.string(), z.int()]) })
      .parse(JSON.parse(await call("create_merge_request", { ...project, ...opened })));
    const one = { ...project, merge_request_iid: String(iid) };
    for (const name of [
      "get_merge_request",
      "get_merge_request_diffs",
      "list_merge_request_diffs",
      "mr_discussions",
    ])
      await call(name, one);
    await call("create_merge_request_thread", { ...one, body: "A thread" });
    await call("create_merge_request_note", { ...one, body: "A note" });
    await call("approve_merge_request", one);
    await call("merge_merge_request", one);
    const beacon = { project_id: "fjord/beacon" };
    await call("list_pipelines", beacon);
    const created = await call("create_pipeline", { ...beacon, ref: "main" });
    await call("list_pipeline_jobs", { ...beacon, pipeline_id: /\d+/.exec(created)?.[0] });
    await call("create_wiki_page", { ...project, title: "Assisted", content: "text" });
    await call("create_release", { ...project, tag_name: "assisted-1", ref: "main", description: "Notes" });
  } finally {
    server.kill();
  }
}
