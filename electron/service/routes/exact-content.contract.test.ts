import { afterAll, beforeAll, expect, it } from "vitest";
import { git } from "../git/run.ts";
import type { Project } from "../store/projects/projects.ts";
import { type ContractService, contractService } from "./testing/contract-service.ts";

let service: ContractService;
let project: Project;
beforeAll(async () => {
  service = await contractService();
  project = await service.project();
  await service.commit(project, { files: { a: "1\n" } });
});
afterAll(() => service.remove());

/** Sends a new file in the bytes of a body, one character each, and returns the status. */
async function create(file: string, contentType: string, body: string): Promise<number> {
  const response = await fetch(`${service.url}/api/v4/projects/${project.id}/repository/files/${file}`, {
    method: "POST",
    headers: { "private-token": service.tokens.get("developer") ?? "", "content-type": contentType },
    body: Buffer.from(body, "latin1"),
  });
  await response.arrayBuffer();
  return response.status;
}
const json = (file: string, content: string) =>
  create(file, "application/json", `{"branch":"main","commit_message":"m","content":"${content}"}`);
const form = (file: string, content: string) =>
  create(file, "application/x-www-form-urlencoded", `branch=main&commit_message=m&content=${content}`);
const multipart = (file: string, content: string) => {
  const fields = { branch: "main", commit_message: "m", content };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return create(file, "multipart/form-data; boundary=edge", `${parts.join("")}--edge--\r\n`);
};
const contentOf = async (file: string) =>
  (await git(project.repositoryPath, ["show", `main:${file}`])).stdout.toString("latin1");

it("writes the bytes of a text that was sent, whatever the body's type", async () => {
  const text = "\xef\xbb\xbfcaf\xc3\xa9\r\nb\rc\n\xe2\x80\xa8\xef\xbf\xbd\t ";
  const escaped = text.replaceAll(/[\r\n\t]/g, (each) => JSON.stringify(each).slice(1, -1));
  expect(await json("json", `${escaped}\\u0000\\ud83d\\ude00`)).toBe(201);
  expect(await contentOf("json")).toBe(`${text}\0\xf0\x9f\x98\x80`);
  const percent = text.replaceAll(
    /[\s\S]/g,
    (each) => `%${each.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  expect(await form("form", percent)).toBe(201);
  expect(await contentOf("form")).toBe(text);
  expect(await multipart("multipart", text)).toBe(201);
  expect(await contentOf("multipart")).toBe(text);
});

it("refuses what it would have to write as other characters, and commits nothing", async () => {
  const tip = await service.run(project, "rev-parse", "main");
  expect(await json("x", "caf\xe9")).toBe(400);
  expect(await json("x", "\\ud83d")).toBe(400);
  expect(await json("x", 'a","encoding":"base64')).toBe(201);
  expect(await json("y", 'caf\xc3\xa9","encoding":"base64')).toBe(400);
  expect(await json("y", 'data:text/plain;base64,YQ==","encoding":"base64')).toBe(400);
  expect(await form("y", "caf%E9")).toBe(400);
  expect(await form("y", "a%C3b")).toBe(400);
  expect(await multipart("y", "caf\xe9")).toBe(400);
  expect(await service.run(project, "rev-parse", "main~1")).toBe(tip);
  expect(await json("z", 'Y\\nQ=\\n=\\n","encoding":"base64')).toBe(201);
  expect(await contentOf("z")).toBe("a");
});
