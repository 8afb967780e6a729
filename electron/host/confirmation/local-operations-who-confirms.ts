import { operations } from "../../../shared/api/index.ts";
import { byShell, nobody, type WhoConfirms } from "./who-confirms.ts";

/** Names of operations by the reason why nobody confirms them for the local account. */
const harmless: Readonly<Record<string, string>> = {
  "reads what the user opened or made in Helve": `
    getBranch listBranches getCiSettings getCommit getCommitDiff listCommitComments listCommitRefs
    listCommitStatuses listCommits getDeployment listDeployments listDiscussions getEnvironment
    listEnvironments getBlame getFile getRawFile headBlame headFile headRawFile getGroup listGroupProjects
    listGroups listSubgroups getJob getJobArtifactFile getJobArtifacts getJobTrace getRefArtifactFile
    getRefArtifacts listJobs listPipelineJobs getOriginal listAheadBehind listLocalRepositories
    pollOriginals getMergeRequest getMergeRequestApprovals getMergeRequestChanges listMergeRequestCommits listMergeRequestDiffs listCommitMergeRequests listClosedIssues
    getMergeRequestVersion getTimeStats listGroupMergeRequests listMergeRequestVersions listMergeRequests
    listProjectMergeRequests getIssueNote getMergeRequestNote getSnippetNote listIssueNotes
    listMergeRequestNotes listSnippetNotes getGroupNotificationSettings getNotificationSettings
    getProjectNotificationSettings getPipeline listMergeRequestPipelines listPipelines listLabels
    listMilestones getProjectMember listProjectMembers getProjectSnippet getProjectSnippetUserAgent getRawProjectSnippet
    getRawProjectSnippetFile listProjectSnippets getProject listProjects listUserProjects
    listMergeRequestReactions listNoteReactions getRelease listReleases compareRefs getArchive getBlob
    getMergeBase getRawBlob listContributors listTree getRunner listAllRunners listProjectRunners
    listRunnerJobs listRunners searchBlobs getRawSnippet getRawSnippetFile getSnippet getSnippetUserAgent
    listPublicSnippets listSnippets getCurrentUserKey listKeys listUserKeys listHookEvents listHooks
    testHook getTag listTags getCurrentUser getCurrentUserStatus getKey getUser getUserStatus listUsers
    getVariable listVariables getMetadata getTokenSelf getVersion getRawWikiFile getWikiPage
    listWikiPageVersions listWikiPages`,
  "commits to repositories that the user opened; jobs run where they were switched on, and hooks of git never": `
    createBranch deleteBranch deleteMergedBranches cherryPickCommit createCommit revertCommit createFile deleteFile
    updateFile acceptMergeRequest resolveMergeConflicts updateSubmodule createTag deleteTag`,
  "writes records of the local service, which nothing outside of it acts on": `
    protectBranch unprotectBranch createCommitComment createCommitStatus createDiscussion deleteDiscussionNote
    replyToDiscussion resolveDiscussion updateDiscussionNote createEnvironment deleteEnvironment updateEnvironment
    createGroup deleteGroup updateGroup transferProject eraseJob approveMergeRequest createMergeRequest
    deleteMergeRequest unapproveMergeRequest updateMergeRequest addSpentTime resetSpentTime resetTimeEstimate
    setTimeEstimate createIssueNote createMergeRequestNote createSnippetNote deleteIssueNote deleteMergeRequestNote
    deleteSnippetNote updateIssueNote updateMergeRequestNote updateSnippetNote updateGroupNotificationSettings
    updateNotificationSettings updateProjectNotificationSettings createProjectSnippet deleteProjectSnippet
    updateProjectSnippet createMergeRequestReaction createNoteReaction deleteMergeRequestReaction deleteNoteReaction
    createRelease deleteRelease updateRelease createTagRelease updateTagRelease createSnippet deleteSnippet
    updateSnippet setUserStatus createWikiPage deleteWikiPage updateWikiPage uploadWikiAttachment`,
  "starts or ends jobs where the user switched them on, and nothing elsewhere": `
    cancelJob playJob retryJob cancelPipeline createMergeRequestPipeline createPipeline retryPipeline stopEnvironment`,
  "is read by jobs alone, which run where the user switched them on":
    "createVariable deleteVariable updateVariable",
  "adds or removes a runner of another program, which is given no jobs; its token is good for nothing else": `
    createRunner registerRunner deleteRunnerByToken verifyRunner enableProjectRunner disableProjectRunner`,
  "has no effect here: passwords and keys admit nobody, and no operation makes a token of the port": `
    createUser deleteUser updateUser createKey createUserKey deleteKey deleteUserKey`,
  "sends to a receiver that was confirmed when its hook was made": "deleteHook resendHookEvent triggerHook",
  "takes it from the list; what is on disk stays, but for refs of Helve's own": "removeLocalRepository",
};

/** Who confirms each operation of the contract when the page calls it with the rights of the local account. */
export const localOperations: Readonly<Record<string, WhoConfirms>> = {
  ...Object.fromEntries(
    Object.entries(harmless).flatMap(([why, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, nobody(why)]),
    ),
  ),
  updateCiSettings: byShell("the jobs of a project run programs with the user's rights"),
  updateRunner: byShell("the paused runner of this computer runs jobs again"),
  deleteRunner: byShell("the paused runner of this computer would come back and run jobs"),
  openLocalRepository: byShell("a folder is read, and its objects are borrowed"),
  createHook: byShell("events are sent to a new destination"),
};

const names = new Map(Object.entries(operations).map(([name, operation]) => [operation, name]));

/** Returns the name of an operation where it is in the table, else null. */
export function namedLocally(operation: (typeof operations)[string]): string | null {
  const name = names.get(operation);
  return name !== undefined && Object.hasOwn(localOperations, name) ? name : null;
}
