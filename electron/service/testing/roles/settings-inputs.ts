import { putCiVariable } from "../../store/ci/ci-settings.ts";
import { insertDelivery } from "../../store/hooks/hook-deliveries.ts";
import { insertHook } from "../../store/hooks/hooks.ts";
import { insertDeployKey, putDeployKey } from "../../store/projects/deploy-keys.ts";
import { insertProtectedTag } from "../../store/projects/protected-tags.ts";
import { addProjectToken, lastTokenOf } from "../../store/users/project-tokens.ts";
import { issueToken } from "../../store/users/tokens.ts";
import { insertUser } from "../../store/users/users.ts";
import { type RoleCall, roleInputs } from "./role-inputs.ts";

const inProject = ({ project }: RoleCall) => ({ id: project.id });
const protectedTag = (call: RoleCall) => {
  const name = call.unused();
  insertProtectedTag(call.service.store, call.project.id, { name, createAccessLevel: 40 });
  return { ...inProject(call), name };
};
const variable = (call: RoleCall) => {
  const key = call.unused().replaceAll("-", "_");
  const rest = { file: false, protected: false, masked: false, raw: false, description: null };
  putCiVariable(call.service.store, call.project.id, { key, value: "v", environmentScope: "*", ...rest });
  return { ...inProject(call), key };
};
const projectHook = (call: RoleCall) => {
  const { id } = insertHook(call.service.store, {
    projectId: call.project.id,
    url: "https://hooks.example.test/",
    token: null,
    events: new Set(["push_events"]),
    checksCertificates: true,
  });
  return { ...inProject(call), hook_id: id };
};
const projectHookEvent = (call: RoleCall) => {
  const input = projectHook(call);
  const event = { eventId: call.unused(), trigger: "test", payload: "{}" };
  return { ...input, event_id: insertDelivery(call.service.store, event, input.hook_id) };
};
const accessToken = (call: RoleCall) => {
  const { store } = call.service;
  const { id } = insertUser(store, bot(call));
  issueToken(store, id, { name: "N", scopes: ["api"] });
  const tokenId = lastTokenOf(store, id);
  const rest = { projectId: call.project.id, userId: id, accessLevel: 10, description: "" };
  addProjectToken(store, { id: tokenId, ...rest });
  return { ...inProject(call), token_id: tokenId };
};
const bot = (call: RoleCall) => {
  const username = call.unused();
  return { username, name: username, email: `${username}@example.test` };
};
const deployKeyId = (call: RoleCall, projectId: number) => {
  const title = call.unused();
  const made = { title, key: `ssh-ed25519 ${title}`, fingerprint: title, expiresAt: null };
  const id = insertDeployKey(call.service.store, made);
  putDeployKey(call.service.store, projectId, id, false);
  return id;
};
const deployKey = (call: RoleCall) => ({ ...inProject(call), key_id: deployKeyId(call, call.project.id) });

/** Right inputs of the operations of a project's settings, as {@link roleInputs} has them for the 158. */
export const settingsInputs: typeof roleInputs = {
  listProtectedBranches: inProject,
  getProtectedBranch: async (call) => (await roleInputs.unprotectBranch?.(call)) ?? {},
  updateProtectedBranch: async (call) => ({
    ...(await roleInputs.unprotectBranch?.(call)),
    allow_force_push: true,
  }),
  listProtectedTags: inProject,
  getProtectedTag: protectedTag,
  protectTag: (call) => ({ ...inProject(call), name: call.unused() }),
  unprotectTag: protectedTag,
  listAllDeployKeys: () => ({}),
  listDeployKeys: inProject,
  getDeployKey: deployKey,
  createDeployKey: async (call) => ({ ...inProject(call), ...(await roleInputs.createKey?.(call)) }),
  updateDeployKey: (call) => ({ ...deployKey(call), title: "T" }),
  // A key of the project beside it, which has the same members.
  enableDeployKey: (call) => ({ ...inProject(call), key_id: deployKeyId(call, call.sibling.id) }),
  deleteDeployKey: deployKey,
  listProjectAccessTokens: inProject,
  getProjectAccessToken: accessToken,
  createProjectAccessToken: (call) => ({ ...inProject(call), name: "N", scopes: ["api"], access_level: 10 }),
  rotateProjectAccessToken: accessToken,
  revokeProjectAccessToken: accessToken,
  listProjectHooks: inProject,
  getProjectHook: projectHook,
  createProjectHook: (call) => ({ ...inProject(call), url: "https://hooks.example.test/" }),
  updateProjectHook: (call) => ({ ...projectHook(call), url: "https://hooks.example.test/" }),
  deleteProjectHook: projectHook,
  testProjectHook: (call) => ({ ...projectHook(call), trigger: "push_events" }),
  listProjectHookEvents: projectHook,
  resendProjectHookEvent: projectHookEvent,
  listVariables: inProject,
  getVariable: variable,
  createVariable: (call) => ({ ...variable(call), key: call.unused().replaceAll("-", "_"), value: "v" }),
  updateVariable: (call) => ({ ...variable(call), description: "D" }),
  deleteVariable: variable,
};
