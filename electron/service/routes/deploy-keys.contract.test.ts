import { generateKeyPairSync } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import {
  createDeployKey,
  deleteDeployKey,
  enableDeployKey,
  getDeployKey,
  listAllDeployKeys,
  listDeployKeys,
  updateDeployKey,
} from "../../../shared/api/resources/deploy-keys.ts";
import { createKey } from "../../../shared/api/resources/ssh-keys.ts";
import { insertGroup } from "../store/groups/groups.ts";
import type { Project } from "../store/projects/projects.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let project: Project;
beforeEach(async () => {
  project = await service.project();
});

const as = { as: "maintainer" } as const;

/** Returns a public key of its own, as a `.pub` file has it. */
function publicKey(): string {
  const { publicKey: made } = generateKeyPairSync("ed25519");
  const raw = made.export({ type: "spki", format: "der" }).subarray(-32);
  const field = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const blob = Buffer.concat([field(Buffer.from("ssh-ed25519")), field(raw)]);
  return `ssh-ed25519 ${blob.toString("base64")} robot@crane`;
}
const add = (more: object = {}, of = project) =>
  service.operate(createDeployKey, { id: of.id, title: "Crane", key: publicKey(), ...more }, as);

it("adds, lists, shows, changes and deletes deploy keys", async () => {
  const { status, body } = await add({ can_push: true, expires_at: "2099-01-01T00:00:00Z" });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      title: "Crane",
      key: expect.stringMatching(/^ssh-ed25519 /),
      fingerprint_sha256: expect.stringMatching(/^SHA256:/),
      can_push: true,
      created_at: expect.any(String),
      expires_at: "2099-01-01T00:00:00Z",
    },
  ]);
  const one = { id: project.id, key_id: (body as { id: number }).id };
  expect((await service.operate(listDeployKeys, { id: project.id }, as)).body).toEqual([body]);
  const changed = await service.operate(updateDeployKey, { ...one, title: "Winch", can_push: false }, as);
  expect(changed.body).toMatchObject({ title: "Winch", can_push: false });
  expect((await service.operate(getDeployKey, one, as)).body).toEqual(changed.body);
  expect((await service.operate(deleteDeployKey, one, as)).status).toBe(204);
  expect((await service.operate(getDeployKey, one, as)).status).toBe(404);
  expect((await service.operate(listAllDeployKeys, {}, { as: "administrator" })).body).toEqual([]);
});

it("refuses what is no public key, and keys that somebody has", async () => {
  const key = publicKey();
  expect((await add({ key })).status).toBe(201);
  for (const other of ["nothing", "-----BEGIN OPENSSH PRIVATE KEY-----", key])
    expect([other, (await add({ key: other })).status]).toEqual([other, 400]);
  const own = publicKey();
  await service.operate(createKey, { title: "Own", key: own }, as);
  expect((await add({ key: own })).status).toBe(400);
  expect((await add({ title: "  " })).status).toBe(400);
});

it("is enabled for another project by who maintains both, to read alone", async () => {
  const { body } = await add({ can_push: true });
  const { id: key_id } = body as { id: number };
  const second = await service.project();
  const enabled = await service.operate(enableDeployKey, { id: second.id, key_id }, as);
  expect([enabled.status, enabled.body]).toMatchObject([201, { id: key_id, can_push: false }]);
  const elsewhere = insertGroup(service.store, {
    name: "Other",
    path: "other",
    visibility: "private",
  });
  const foreign = await service.project({ groupId: elsewhere.id });
  const hidden = await service.operate(
    createDeployKey,
    { id: foreign.id, title: "Theirs", key: publicKey() },
    { as: "administrator" },
  );
  const theirs = { id: project.id, key_id: (hidden.body as { id: number }).id };
  expect((await service.operate(enableDeployKey, theirs, as)).status).toBe(404);
  // The last project that has it takes it along.
  await service.operate(deleteDeployKey, { id: project.id, key_id }, as);
  expect((await service.operate(getDeployKey, { id: second.id, key_id }, as)).status).toBe(200);
});
