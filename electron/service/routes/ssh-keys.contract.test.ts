import { beforeEach, expect, it } from "vitest";
import type { AnyOperation, InputOf } from "../../../shared/api/contract/operation.ts";
import { getKey } from "../../../shared/api/resources/keys.ts";
import {
  createKey,
  createUserKey,
  deleteKey,
  deleteUserKey,
  getCurrentUserKey,
  listKeys,
  listUserKeys,
} from "../../../shared/api/resources/ssh-keys.ts";
import { issueToken } from "../store/users/tokens.ts";
import { publicKeys } from "./testing/public-keys.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("ssh-keys");
beforeEach(() => service.store.run("DELETE FROM ssh_keys"));

const { ed25519, rsa } = publicKeys;
const developer = 3;
const administrator = { as: "administrator" } as const;
const add = async (input: InputOf<typeof createKey> = { title: "Laptop", key: ed25519.line }) =>
  service.operate(createKey, input);
const idOf = (body: unknown) => (body as { id: number }).id;

it("adds, lists, shows and deletes the caller's keys", async () => {
  const { status, body } = await add();
  expect(status).toBe(201);
  expect(body).toMatchObject({ title: "Laptop", key: ed25519.line, expires_at: null });
  expect((await service.operate(listKeys, {})).body).toEqual([body]);
  expect((await service.operate(listUserKeys, { id: developer }, { as: "stranger" })).body).toEqual([body]);
  expect((await service.operate(getCurrentUserKey, { key_id: idOf(body) })).body).toEqual(body);
  expect((await service.operate(deleteKey, { key_id: idOf(body) })).status).toBe(204);
  expect((await service.operate(listKeys, {})).body).toEqual([]);
});

it.each(Object.entries(publicKeys))("takes a key of type %s", async (_, { line }) => {
  expect((await add({ title: "Laptop", key: `  ${line}\n` })).body).toMatchObject({ key: line });
});

it("takes the title from the key's comment where none is given, and an expiry", async () => {
  const expires = "2031-05-06T07:08:09.000Z";
  const { body } = await add({ title: "", key: ed25519.line, expires_at: expires });
  expect(body).toMatchObject({ title: "ada@laptop", expires_at: expires });
  const [type, data] = rsa.line.split(" ");
  const bare = await add({ title: " ", key: `${type} ${data}` });
  expect([bare.status, bare.body]).toEqual([400, { message: { title: ["can't be blank"] } }]);
});

it("refuses a key that somebody has, whatever its comment", async () => {
  await add();
  const key = ed25519.line.replace("ada@laptop", "somebody else");
  const taken = { message: { fingerprint: ["has already been taken"], key: ["has already been taken"] } };
  for (const as of ["developer", "stranger"] as const) {
    const again = await service.operate(createKey, { title: "Again", key }, { as });
    expect([again.status, again.body]).toEqual([400, taken]);
  }
});

it.each([
  ["no key", "hello"],
  ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----"],
  ["half a key", ed25519.line.split(" ").slice(0, 2).join(" ").slice(0, -20)],
  ["another type than it says", ed25519.line.replace("ssh-ed25519", "ssh-rsa")],
  ["two keys", `${ed25519.line}\n${rsa.line}`],
  ["options of authorized_keys", `command="rm" ${ed25519.line}`],
])("refuses %s", async (_, key) => {
  const { status, body } = await add({ title: "Laptop", key });
  expect([status, body]).toEqual([
    400,
    { message: { key: ["is invalid"], fingerprint: ["cannot be generated"] } },
  ]);
});

it("lets administrators add and delete anyone's keys and find whose a key is", async () => {
  const input = { id: developer, title: "Laptop", key: ed25519.line };
  expect((await service.operate(createUserKey, input, { as: "developer" })).status).toBe(403);
  const { status, body } = await service.operate(createUserKey, input, administrator);
  expect(status).toBe(201);
  const id = idOf(body);
  expect((await service.operate(getKey, { id }, administrator)).body).toMatchObject({
    ...(body as object),
    user: { id: developer, username: "developer", email: "developer@example.test", is_admin: false },
  });
  expect((await service.operate(deleteUserKey, { id: developer, key_id: id })).status).toBe(403);
  expect((await service.operate(deleteUserKey, { id: 1, key_id: id }, administrator)).status).toBe(404);
  expect((await service.operate(deleteUserKey, { id: developer, key_id: id }, administrator)).status).toBe(
    204,
  );
});

it("hides keys of other users", async () => {
  const id = idOf((await add()).body);
  for (const operation of [getCurrentUserKey, deleteKey]) {
    const { status, body } = await service.operate(operation, { key_id: id }, { as: "stranger" });
    expect([status, body]).toEqual([404, { message: "404 Key Not Found" }]);
  }
});

interface Call {
  readonly operation: AnyOperation;
  readonly input: Readonly<Record<string, unknown>>;
}
const fields = { title: "Laptop", key: ed25519.line };
const calls: readonly Call[] = [
  { operation: listKeys, input: {} },
  { operation: listUserKeys, input: { id: 999 } },
  { operation: getCurrentUserKey, input: { key_id: 999 } },
  { operation: createKey, input: fields },
  { operation: createUserKey, input: { id: 999, ...fields } },
  { operation: deleteKey, input: { key_id: 999 } },
  { operation: deleteUserKey, input: { id: 999, key_id: 999 } },
  { operation: getKey, input: { id: 999 } },
];

it.each(calls.map((call) => [`${call.operation.method} ${call.operation.path}`, call] as const))(
  "%s refuses callers without access, missing fields and missing keys",
  async (_, { operation, input }) => {
    const code = issueToken(service.store, 7, { name: "code", scopes: ["read_repository"] });
    const as = (token: string) => ({ as: "nobody", headers: { "private-token": token } }) as const;
    expect((await service.operate(operation, input, as(code))).status).toBe(403);
    expect((await service.operate(operation, input, as("wrong"))).status).toBe(401);
    if (operation.path.includes(":")) {
      expect((await service.operate(operation, input, administrator)).status).toBe(404);
    }
    if (operation.auth === "admin") expect((await service.operate(operation, input)).status).toBe(403);
    if ("key" in operation.body) {
      const path = operation.path.replace(":id", String(developer));
      const without = await service.call(operation.method, path, { ...administrator, body: { title: "x" } });
      expect([without.status, without.body]).toEqual([400, { error: "key is missing" }]);
    }
    if (operation.paged) {
      const path = operation.path.replace(":id", String(developer));
      expect((await service.call("GET", `${path}?per_page=x`)).status).toBe(400);
    }
  },
);
