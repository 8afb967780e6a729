import type { AnyOperation } from "../contract/operation.ts";
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  stopEnvironment,
  updateEnvironment,
} from "../resources/environments.ts";
import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  transferProject,
  updateGroup,
} from "../resources/groups.ts";
import { cancelJob, eraseJob, getJob, playJob } from "../resources/jobs.ts";
import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from "../resources/notification-settings.ts";
import {
  createProjectSnippet,
  deleteProjectSnippet,
  getProjectSnippet,
  listProjectSnippets,
  updateProjectSnippet,
} from "../resources/project-snippets.ts";
import { getProject } from "../resources/projects.ts";
import {
  deleteRunner,
  disableProjectRunner,
  enableProjectRunner,
  getRunner,
  listProjectRunners,
  updateRunner,
} from "../resources/runners.ts";
import {
  createSnippet,
  deleteSnippet,
  getSnippet,
  listSnippets,
  updateSnippet,
} from "../resources/snippets.ts";
import {
  createKey,
  createUserKey,
  deleteKey,
  deleteUserKey,
  getCurrentUserKey,
  listKeys,
  listUserKeys,
} from "../resources/ssh-keys.ts";
import { createHook, deleteHook, listHooks } from "../resources/system-hooks.ts";
import {
  createUser,
  deleteUser,
  getCurrentUserStatus,
  getUser,
  listUsers,
  setUserStatus,
  updateUser,
} from "../resources/users.ts";
import {
  adds,
  deletes,
  type Fields,
  isFields,
  isNew,
  isSameText,
  makes,
  pick,
  removes,
  sets,
  type WriteCheck,
  type WriteCheckContext,
} from "./write-check.ts";

const environment = ({ name }: Fields) => (name ? `Environment ${name}` : "The environment");
const group = ({ path, name }: Fields) => (path || name ? `Group ${name ?? path}` : "The group");
const snippet = ({ title }: Fields) => (title ? `The snippet “${title}”` : "The snippet");
const key = ({ title }: Fields) => (title ? `The key “${title}”` : "The key");
const runner = () => "The runner";
const user = ({ username }: Fields) => (username ? `User ${username}` : "The user");
const settings = () => "The setting";
const hook = () => "The hook";
const userFields = ["username", "name", "email", "bio", "location", "public_email", "organization", "admin"];
const runnerFields = [
  "description",
  "active",
  "paused",
  "tag_list",
  "run_untagged",
  "locked",
  "access_level",
];

/** The response does not contain the content: a change shows in the time of the update. */
const setsSnippet = (read: AnyOperation, ...ids: readonly string[]): WriteCheck =>
  makes(
    read,
    pick(...ids),
    (found, _, context) => isNew(found.updated_at, context),
    (written) => [`${snippet(written)} was changed.`, `${snippet(written)} was not changed.`],
  );

const isSnippet = (entry: Fields, { title }: Fields, context: WriteCheckContext): boolean =>
  isSameText(entry.title, title) && isNew(entry.created_at, context);

/** A key consists of type and data; the comment after them is dropped by services. */
const keyData = (text: unknown): string => String(text).trim().split(/\s+/).slice(0, 2).join(" ");
const isKey = (entry: Fields, written: Fields): boolean =>
  isSameText(entry.title, written.title) && keyData(entry.key) === keyData(written.key);

const setsNotifications = (read: AnyOperation, write: AnyOperation, ...ids: readonly string[]): WriteCheck =>
  sets(read, pick(...ids), Object.keys(write.body), settings);

const hundred =
  (...names: readonly string[]) =>
  (written: Fields) => ({ ...pick(...names)(written), per_page: 100 });

/** A service deletes groups in the background: one that is marked for it was accepted. */
const judgeDeletion: WriteCheck["judge"] = (found) =>
  found === null || (isFields(found) && found.marked_for_deletion_on) ? "yes" : "unknown";

/** Checks of writes to groups, runners, snippets, keys, hooks, users, pipelines and jobs. */
export const accountChecks: readonly (readonly [AnyOperation, WriteCheck])[] = [
  [
    createEnvironment,
    adds(listEnvironments, hundred("id", "name"), (entry, { name }) => entry.name === name, environment),
  ],
  [
    updateEnvironment,
    sets(getEnvironment, pick("id", "environment_id"), ["name", "external_url"], environment),
  ],
  [deleteEnvironment, deletes(getEnvironment, pick("id", "environment_id"), environment)],
  [
    stopEnvironment,
    makes(
      getEnvironment,
      pick("id", "environment_id"),
      ({ state }) => state === "stopped" || state === "stopping",
      () => ["The environment is stopped.", "The environment is not stopped."],
    ),
  ],
  [
    createGroup,
    adds(
      listGroups,
      ({ path }) => ({ search: path, per_page: 100 }),
      (entry, { path, parent_id: parent }) =>
        entry.path === path && (entry.parent_id ?? null) === (parent ?? null),
      group,
    ),
  ],
  [updateGroup, sets(getGroup, pick("id"), ["name", "path", "description", "visibility"], group)],
  [deleteGroup, { ...deletes(getGroup, pick("id"), group, true), judge: judgeDeletion }],
  [
    transferProject,
    makes(
      getProject,
      ({ project_id: id }) => ({ id }),
      ({ namespace }, { id }) =>
        isFields(namespace) ? [String(namespace.id), namespace.full_path].includes(String(id)) : null,
      () => ["The project is in the group.", "The project is not in the group."],
    ),
  ],
  [
    cancelJob,
    makes(
      getJob,
      pick("id", "job_id"),
      ({ status }) => status === "canceled" || status === "canceling",
      () => ["The job is canceled.", "The job is not canceled."],
    ),
  ],
  [
    playJob,
    makes(
      getJob,
      pick("id", "job_id"),
      ({ status }) => status !== "manual",
      () => ["The job was started.", "The job still waits to be started."],
    ),
  ],
  [
    eraseJob,
    makes(
      getJob,
      pick("id", "job_id"),
      (found) => ("erased_at" in found ? found.erased_at !== null : null),
      () => ["The job is erased.", "The job is not erased."],
    ),
  ],
  [
    updateGroupNotificationSettings,
    setsNotifications(getGroupNotificationSettings, updateGroupNotificationSettings, "id"),
  ],
  [updateNotificationSettings, setsNotifications(getNotificationSettings, updateNotificationSettings)],
  [
    updateProjectNotificationSettings,
    setsNotifications(getProjectNotificationSettings, updateProjectNotificationSettings, "id"),
  ],
  [createProjectSnippet, adds(listProjectSnippets, hundred("id"), isSnippet, snippet)],
  [updateProjectSnippet, setsSnippet(getProjectSnippet, "id", "snippet_id")],
  [deleteProjectSnippet, deletes(getProjectSnippet, pick("id", "snippet_id"), snippet)],
  [createSnippet, adds(listSnippets, hundred(), isSnippet, snippet)],
  [updateSnippet, setsSnippet(getSnippet, "id")],
  [deleteSnippet, deletes(getSnippet, pick("id"), snippet)],
  [updateRunner, sets(getRunner, pick("id"), runnerFields, runner)],
  [deleteRunner, deletes(getRunner, pick("id"), runner)],
  [
    enableProjectRunner,
    adds(listProjectRunners, hundred("id"), (entry, { runner_id: id }) => entry.id === id, runner),
  ],
  [disableProjectRunner, removes(listProjectRunners, hundred("id"), "runner_id", runner)],
  [createKey, adds(listKeys, hundred(), isKey, key)],
  [deleteKey, deletes(getCurrentUserKey, pick("key_id"), key)],
  [createUserKey, adds(listUserKeys, hundred("id"), isKey, key)],
  [deleteUserKey, removes(listUserKeys, hundred("id"), "key_id", key)],
  [
    createHook,
    adds(
      listHooks,
      hundred(),
      (entry, { url }, context) => entry.url === url && isNew(entry.created_at, context),
      hook,
    ),
  ],
  [deleteHook, removes(listHooks, hundred(), "id", hook)],
  [
    createUser,
    adds(
      listUsers,
      ({ username }) => ({ username }),
      (entry, { username }) => entry.username === username,
      user,
    ),
  ],
  [updateUser, sets(getUser, pick("id"), userFields, user)],
  [deleteUser, deletes(getUser, pick("id"), user, true)],
  [setUserStatus, sets(getCurrentUserStatus, pick(), ["emoji", "message"], () => "Your status")],
];
