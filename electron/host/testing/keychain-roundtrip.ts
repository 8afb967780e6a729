import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { accountList } from "../../../shared/host/accounts.ts";
import { SystemKeychain } from "../accounts/keychain.ts";
import { createHost } from "../host.ts";
import { plainShell } from "./host-in-folder.ts";
import { mockService, sendJson, testToken } from "./mock-service.ts";

// Run by keychain.test.ts inside a session bus of its own: `write` adds an account, `read`, another process, uses it.
const folder = join(homedir(), "helve");
const host = createHost({ folder, version: "0", shell: plainShell(folder) });
const keychain = new SystemKeychain();
const send = (path: string, method = "GET", body?: unknown) =>
  host.handle(new Request(`http://helve${path}`, { method, body: body ? JSON.stringify(body) : null }));
const say = (...words: unknown[]) => process.stdout.write(`${words.join(" ")}\n`);

say("available", await keychain.available());
if (process.argv[2] === "write") {
  const service = await mockService(() => {});
  const added = await send("/accounts", "POST", { url: service.url, token: testToken });
  const { token } = accountList.element.parse(await added.json());
  say("account", token);
  const written = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString("latin1"));
  say(
    "token on disk",
    written.some((text) => text.includes(testToken)),
  );
  await service.stop();
} else {
  const [account] = accountList.parse(await (await send("/accounts")).json());
  if (!account) throw new Error("the account is gone");
  // The service of the first process has ended: one on the same port replaces it.
  const service = await mockService(
    (request, response) => {
      if (request.path.includes("/projects")) sendJson(response, []);
    },
    undefined,
    Number(new URL(account.url).port),
  );
  const response = await send(`/accounts/${account.id}/operations/projects`);
  const sent = service.calls()[0]?.headers["private-token"] === testToken;
  say("project call", response.status, sent ? "with the token" : "without the token");
  await send(`/accounts/${account.id}`, "DELETE");
  say("removed", String(await keychain.read(account.id)));
  await service.stop();
}
await host.close();
