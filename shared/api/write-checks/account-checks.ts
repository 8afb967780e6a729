import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
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
import { type AddedEntry, adds, isMine } from "./added-entry.ts";
import {
  deletes,
  isFields,
  isSameText,
  isUnchanged,
  makes,
  pick,
  removes,
  sets,
  type WriteCheck,
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

const snippetFields = ["title", "file_name", "description", "visibility"];

/** The response does not contain the content: whether that was written shows in no field. */
function setsSnippet(read: AnyOperation, ...ids: readonly string[]): WriteCheck {
  const shown = sets(read, pick(...ids), snippetFields, snippet);
  return {
    ...shown,
    judge(found, written, context) {
      const sendsContent = ["content", "code", "files"].some((name) => written[name] !== undefined);
      if (!sendsContent) return shown.judge(found, written, context);
      // The very time from before: nobody has changed it since.
      return isFields(found) && found.updated_at && isUnchanged(found, ["updated_at"], context.before)
        ? "no"
        : "unknown";
    },
    sentences: (written) => [`${snippet(written)} was changed.`, `${snippet(written)} was not changed.`],
  };
}

const addsSnippet = (read: AnyOperation, input: AddedEntry["input"]): WriteCheck =>
  adds({
    read,
    input,
    compare: (entry, { title }, context) => ({
      content: isSameText(entry.title, title),
      mine: isMine(entry.author, context),
    }),
    order: "id",
    what: snippet,
  });

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

/** Entries of a list that only one can have the name, path or number of. */
const addsNamed = (
  read: AnyOperation,
  input: AddedEntry["input"],
  isSent: (entry: Fields, written: Fields) => boolean,
  what: AddedEntry["what"],
): WriteCheck =>
  adds({
    read,
    input,
    compare: (entry, written) => ({ content: isSent(entry, written), mine: true }),
    order: "id",
    isUnique: true,
    what,
  });

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
    addsNamed(listEnvironments, hundred("id", "name"), (entry, { name }) => entry.name === name, environment),
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
    addsNamed(
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
  [createProjectSnippet, addsSnippet(listProjectSnippets, hundred("id"))],
  [updateProjectSnippet, setsSnippet(getProjectSnippet, "id", "snippet_id")],
  [deleteProjectSnippet, deletes(getProjectSnippet, pick("id", "snippet_id"), snippet)],
  [createSnippet, addsSnippet(listSnippets, hundred())],
  [updateSnippet, setsSnippet(getSnippet, "id")],
  [deleteSnippet, deletes(getSnippet, pick("id"), snippet)],
  [updateRunner, sets(getRunner, pick("id"), runnerFields, runner)],
  [deleteRunner, deletes(getRunner, pick("id"), runner)],
  [
    enableProjectRunner,
    adds({
      read: listProjectRunners,
      input: hundred("id"),
      compare: (entry, { runner_id: id }) => ({ content: entry.id === id, mine: true }),
      // It has the number that it had elsewhere.
      order: ({ id }) => String(id),
      isUnique: true,
      what: runner,
    }),
  ],
  [disableProjectRunner, removes(listProjectRunners, hundred("id"), "runner_id", runner)],
  [createKey, addsKey(listKeys, hundred())],
  [deleteKey, deletes(getCurrentUserKey, pick("key_id"), key)],
  [createUserKey, addsKey(listUserKeys, hundred("id"))],
  [deleteUserKey, removes(listUserKeys, hundred("id"), "key_id", key)],
  [
    createHook,
    adds({
      read: listHooks,
      input: hundred(),
      // Hooks show nobody who made them: an equal one may be another administrator's.
      compare: (entry, { url }) => ({ content: entry.url === url, mine: null }),
      order: "id",
      what: hook,
    }),
  ],
  [deleteHook, removes(listHooks, hundred(), "id", hook)],
  [
    createUser,
    addsNamed(
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
