import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
import { type AddedEntry, adds, addsNamed } from "../write-checks/added-entry.ts";
import {
  deletes,
  hundredOf,
  pickFields,
  removes,
  sets,
  type WriteCheck,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from "./notification-settings.ts";
import {
  createKey,
  createUserKey,
  deleteKey,
  deleteUserKey,
  getCurrentUserKey,
  listKeys,
  listUserKeys,
} from "./ssh-keys.ts";
import {
  createUser,
  deleteUser,
  getCurrentUserStatus,
  getUser,
  listUsers,
  setUserStatus,
  updateUser,
} from "./users.ts";

const key = ({ title }: Fields) => (title ? `The key “${title}”` : "The key");
const user = ({ username }: Fields) => (username ? `User ${username}` : "The user");
const userFields = ["username", "name", "email", "bio", "location", "public_email", "organization", "admin"];

/** A key consists of type and data; the comment after them is dropped by services. */
const keyData = (text: unknown): string => String(text).trim().split(/\s+/).slice(0, 2).join(" ");
const addsKey = (read: AnyOperation, input: AddedEntry["input"]): WriteCheck =>
  adds({
    read,
    input,
    compare: (entry, { key: sent }) => ({ content: keyData(entry.key) === keyData(sent), mine: true }),
    order: "id",
    isUnique: true,
    what: key,
  });

const setsNotifications = (read: AnyOperation, write: AnyOperation, ...ids: readonly string[]): WriteCheck =>
  sets(read, pickFields(...ids), Object.keys(write.body), () => "The setting");

/** Checks of the writes of users, their SSH keys and their notification settings. */
export const userWriteChecks: WriteChecks = [
  [
    createUser,
    addsNamed(
      listUsers,
      ({ username }) => ({ username }),
      (entry, { username }) => entry.username === username,
      user,
    ),
  ],
  [updateUser, sets(getUser, pickFields("id"), userFields, user)],
  [deleteUser, deletes(getUser, pickFields("id"), user, true)],
  [setUserStatus, sets(getCurrentUserStatus, pickFields(), ["emoji", "message"], () => "Your status")],
  [createKey, addsKey(listKeys, hundredOf())],
  [deleteKey, deletes(getCurrentUserKey, pickFields("key_id"), key)],
  [createUserKey, addsKey(listUserKeys, hundredOf("id"))],
  [deleteUserKey, removes(listUserKeys, hundredOf("id"), "key_id", key)],
  [updateNotificationSettings, setsNotifications(getNotificationSettings, updateNotificationSettings)],
  [
    updateGroupNotificationSettings,
    setsNotifications(getGroupNotificationSettings, updateGroupNotificationSettings, "id"),
  ],
  [
    updateProjectNotificationSettings,
    setsNotifications(getProjectNotificationSettings, updateProjectNotificationSettings, "id"),
  ],
];
