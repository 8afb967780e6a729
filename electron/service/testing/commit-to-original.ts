import { encodeCall } from "../../../shared/api/contract/encode.ts";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { openLocalRepository } from "../../../shared/api/resources/local-repositories.ts";
import { startService } from "../start-service.ts";

/** Opens a repository and commits to its checked-out branch. Arguments: the data folder, the repository. */
const [data = "", path = ""] = process.argv.slice(2);
const adminToken = "hlv-permissions-of-an-original";
const service = await startService({ folder: data, port: 0, adminToken });

async function send(operation: AnyOperation, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const call = encodeCall(operation, input);
  const response = await fetch(`${service.url}/api/v4${call.path}`, {
    method: call.method,
    headers: { "private-token": adminToken, "content-type": "application/json" },
    body: String(call.body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

const project = await send(openLocalRepository, { path });
const id = typeof project === "object" && project !== null && "id" in project ? project.id : null;
await send(createCommit, {
  id,
  branch: "main",
  commit_message: "Second",
  actions: [{ action: "create", file_path: "dir/file.txt", content: "text" }],
  update_worktree: true,
});
await service.close();
