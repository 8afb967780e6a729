import type { Implementation } from "../http/implement.ts";
import { aheadBehindRoutes } from "./ahead-behind.ts";
import { jobArtifactRoutes } from "./artifacts.ts";
import { blameRoutes } from "./blame.ts";

import { branchRoutes } from "./branches.ts";
import { cherryPickRevertRoutes } from "./cherry-pick-revert.ts";
import { ciLintRoutes } from "./ci-lint.ts";
import { commitCommentRoutes } from "./commit-comments.ts";
import { commitStatusRoutes } from "./commit-statuses.ts";
import { commitRoutes } from "./commits.ts";
import { deployKeyRoutes } from "./deploy-keys.ts";
import { discussionRoutes } from "./discussions.ts";
import { environmentRoutes } from "./environments.ts";
import { fileRoutes } from "./files.ts";
import { groupRoutes } from "./groups.ts";
import { issueListRoutes } from "./issues/lists.ts";
import { issueRoutes, issueTimeRoutes } from "./issues/single.ts";
import { jobRoutes } from "./jobs.ts";
import { labelRoutes } from "./labels.ts";
import { localRepositoryRoutes } from "./local-repositories.ts";
import { memberRoutes } from "./members.ts";
import { mergeRequestBlockRoutes } from "./merge-requests/blocks.ts";
import { mergeRequestListRoutes } from "./merge-requests/lists.ts";
import {
  acceptRoutes,
  approvalRoutes,
  singleMergeRequestRoutes,
  timeRoutes,
} from "./merge-requests/single.ts";
import { mergeTrainRoutes } from "./merge-requests/trains.ts";
import { mergeRequestPipelineRoutes, mergeRequestVersionRoutes } from "./merge-requests/versions.ts";
import { milestoneRoutes } from "./milestones.ts";
import { noteRoutes } from "./notes.ts";
import { notificationSettingsRoutes } from "./notification-settings.ts";
import { personalSnippetRoutes } from "./personal-snippets.ts";
import { pipelineScheduleRoutes } from "./pipeline-schedules.ts";
import { pipelineRoutes } from "./pipelines.ts";
import { projectAccessTokenRoutes } from "./project-access-tokens.ts";
import { projectActionRoutes } from "./project-actions.ts";
import { projectHookRoutes } from "./project-hooks.ts";
import { projectSnippetRoutes } from "./project-snippets.ts";
import { projectRoutes } from "./projects.ts";
import { protectionRoutes } from "./protections.ts";
import { reactionRoutes } from "./reactions.ts";
import { releaseRoutes } from "./releases.ts";
import { repositoryRoutes } from "./repository.ts";
import { runnerRegistrationRoutes } from "./runner-registration.ts";
import { runnerRoutes } from "./runners.ts";
import { searchRoutes } from "./search.ts";
import { sshKeyRoutes } from "./ssh-keys.ts";
import { submoduleRoutes } from "./submodules.ts";
import { systemHookRoutes } from "./system-hooks.ts";
import { tagRoutes } from "./tags.ts";
import { todoRoutes } from "./todos.ts";
import { uploadRoutes } from "./uploads.ts";
import { userStatusRoutes } from "./user-status.ts";
import { userRoutes } from "./users.ts";
import { variableRoutes } from "./variables.ts";
import { versionRoutes } from "./version.ts";
import { wikiRoutes } from "./wikis.ts";

/** Every operation that this service implements. */
export const implementations: readonly Implementation[] = [
  ...aheadBehindRoutes,
  ...blameRoutes,
  ...searchRoutes,
  ...branchRoutes,
  ...commitRoutes,
  ...fileRoutes,
  ...groupRoutes,
  ...localRepositoryRoutes,
  ...projectRoutes,
  ...projectActionRoutes,
  ...repositoryRoutes,
  ...tagRoutes,
  ...userRoutes,
  ...uploadRoutes,
  ...userStatusRoutes,
  ...sshKeyRoutes,
  ...variableRoutes,
  ...protectionRoutes,
  ...ciLintRoutes,
  ...commitCommentRoutes,
  ...commitStatusRoutes,
  ...cherryPickRevertRoutes,
  ...releaseRoutes,
  ...submoduleRoutes,
  ...systemHookRoutes,
  ...deployKeyRoutes,
  ...projectAccessTokenRoutes,
  ...projectHookRoutes,
  ...versionRoutes,
  ...acceptRoutes,
  ...approvalRoutes,
  ...discussionRoutes,
  ...issueListRoutes,
  ...issueRoutes,
  ...issueTimeRoutes,
  ...mergeRequestBlockRoutes,
  ...mergeRequestListRoutes,
  ...mergeTrainRoutes,
  ...noteRoutes,
  ...notificationSettingsRoutes,
  ...labelRoutes,
  ...memberRoutes,
  ...milestoneRoutes,
  ...reactionRoutes,
  ...singleMergeRequestRoutes,
  ...timeRoutes,
  ...todoRoutes,
  ...jobArtifactRoutes,
  ...environmentRoutes,
  ...jobRoutes,
  ...pipelineRoutes,
  ...pipelineScheduleRoutes,
  ...mergeRequestPipelineRoutes,
  ...runnerRegistrationRoutes,
  ...runnerRoutes,
  ...personalSnippetRoutes,
  ...projectSnippetRoutes,
  ...mergeRequestVersionRoutes,
  ...wikiRoutes,
];
