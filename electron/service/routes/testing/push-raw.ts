import { createHash } from "node:crypto";
import type { Project } from "../../store/projects/projects.ts";
import type { ContractService } from "./contract-service.ts";
import type { TestCaller } from "./test-service.ts";

/** A pkt-line. */
export const pktLine = (content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
};

/** Capabilities that git sends with a push. */
export const capabilities = "\0 report-status delete-refs object-format=sha1 agent=git/2.39.5";

/** A pack without objects, as `pack-objects` writes it: its head with version and count, and the hash of that. */
const packHead = Buffer.from("PACK\0\0\0\x02\0\0\0\0", "latin1");
const emptyPack = Buffer.concat([packHead, createHash("sha1").update(packHead).digest()]);

/** Sends a push of one command for objects that the repository has, as git itself would. Returns status and report. */
export async function pushRaw(
  service: Pick<ContractService, "url" | "tokens">,
  project: Project,
  as: TestCaller,
  command: string,
): Promise<{ status: number; report: string }> {
  const deletes = / 0{40} /.test(` ${command.slice(41)}`);
  const body = [pktLine(command + capabilities), Buffer.from("0000"), deletes ? Buffer.alloc(0) : emptyPack];
  return sendPush(service, project, as, Buffer.concat(body));
}

/** Sends any bytes as a push. */
export async function sendPush(
  { url, tokens }: Pick<ContractService, "url" | "tokens">,
  project: Project,
  as: TestCaller,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; report: string }> {
  const response = await fetch(`${url}/${project.fullPath}.git/git-receive-pack`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`any:${tokens.get(as) ?? ""}`).toString("base64")}`,
      "content-type": "application/x-git-receive-pack-request",
      ...headers,
    },
    body: new Uint8Array(body),
  });
  return { status: response.status, report: await response.text() };
}
