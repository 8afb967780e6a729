import { generateKeyPairSync } from "node:crypto";
import { expect } from "vitest";
import type { RecordedClient } from "../recorded-client.ts";

/** Projects, groups and what is in them. */
export async function readAllGroups({ Groups, Projects, Users }: RecordedClient): Promise<void> {
  const paths = (await Projects.all({ perPage: 100 })).map((project) => project.path_with_namespace);
  expect(paths).toContain("fjord/lantern");
  expect((await Projects.show("fjord/lantern")).default_branch).toBe("main");
  const me = await Users.showCurrentUser();
  expect(Array.isArray(await Users.allProjects(me.id))).toBe(true);
  expect((await Groups.all()).map((group) => group.full_path)).toContain("fjord");
  expect((await Groups.allSubgroups("fjord")).map(({ path }) => path)).toContain("platform");
  expect((await Groups.allProjects("fjord")).map(({ path }) => path)).toContain("lantern");
  expect((await Groups.show("fjord")).path).toBe("fjord");
}

/** A new group, a project moved into it, and its end. */
export async function arrangeGroups({ Groups, Projects }: RecordedClient): Promise<void> {
  const made = await Groups.create("By a client", "by-a-client", { visibility: "private" });
  expect(await Groups.edit(made.id, { description: "Changed" })).toMatchObject({ description: "Changed" });
  const blank = await Projects.show("atlas/blank");
  await Groups.transferProject(made.id, blank.id);
  expect((await Projects.show(blank.id)).path_with_namespace).toBe("by-a-client/blank");
  expect((await Groups.show("by-a-client")).id).toBe(made.id);
  await Groups.remove(made.id);
}

/** Users with their status, as an administrator has them. */
export async function managePeople({ Users }: RecordedClient): Promise<void> {
  const made = await Users.create({
    username: "client",
    name: "Made by a client",
    email: "client@example.test",
    password: "correct horse battery",
    skipConfirmation: true,
  });
  expect((await Users.all({ username: "client" })).map(({ id }) => id)).toEqual([made.id]);
  expect((await Users.show(made.id)).name).toBe("Made by a client");
  expect((await Users.edit(made.id, { bio: "Short" })).bio).toBe("Short");
  await Users.editStatus({ emoji: "coffee", message: "At the *pier*" });
  expect(await Users.showStatus()).toMatchObject({ emoji: "coffee", message: "At the *pier*" });
  expect(await Users.showStatus({ iDOrUsername: "client" })).toMatchObject({ message: "" });
}

/** Deletes the user `client`. */
export async function removePerson({ Users }: RecordedClient): Promise<void> {
  const [found] = await Users.all({ username: "client" });
  const id = found?.id ?? 0;
  await Users.remove(id);
  await expect(Users.show(id)).rejects.toThrow("404");
}

/** SSH keys of one's own and of somebody else, and who a key belongs to. */
export async function manageKeys({ Keys, Users, UserSSHKeys }: RecordedClient): Promise<void> {
  const mine = await UserSSHKeys.create("Mine", sshKey());
  expect((await UserSSHKeys.show(mine.id)).title).toBe("Mine");
  expect((await UserSSHKeys.all()).map(({ id }) => id)).toEqual([mine.id]);
  expect((await Keys.show({ keyId: mine.id })).user).toMatchObject({ username: "helve" });
  const [asa] = await Users.all({ username: "asa" });
  const userId = asa?.id ?? 0;
  const theirs = await UserSSHKeys.create("Theirs", sshKey(), { userId });
  expect((await UserSSHKeys.all({ userId })).map(({ id }) => id)).toContain(theirs.id);
  await UserSSHKeys.remove(theirs.id, { userId });
  await UserSSHKeys.remove(mine.id);
  expect(await UserSSHKeys.all()).toEqual([]);
}

/** A new public key, as `ssh-keygen -t ed25519` writes it. */
function sshKey(): string {
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const parts = [Buffer.from("ssh-ed25519"), Buffer.from(x, "base64url")];
  const packed = parts.flatMap((part) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(part.length);
    return [size, part];
  });
  return `ssh-ed25519 ${Buffer.concat(packed).toString("base64")} client@example.test`;
}

/** Notification settings everywhere, of a group and of a project. */
export async function setNotifications({ NotificationSettings }: RecordedClient): Promise<void> {
  for (const where of [{}, { groupId: "fjord" }, { projectId: "fjord/lantern" }] as const) {
    const changed = await NotificationSettings.edit({ ...where, level: "watch" });
    expect(changed).toMatchObject({ level: "watch" });
    expect(await NotificationSettings.show(where)).toMatchObject({ level: "watch" });
  }
}

/** Hooks of the whole service. */
export async function manageHooks({ SystemHooks }: RecordedClient): Promise<void> {
  const made = await SystemHooks.create("https://hooks.example.test/in", { pushEvents: true });
  expect((await SystemHooks.all()).map(({ id }) => id)).toContain(made.id);
  await SystemHooks.remove(made.id);
  expect(await SystemHooks.all()).toEqual([]);
}
