import type { Hono, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { operations } from "../../../shared/api/index.ts";
import type { HostRoute } from "../../../shared/host/host-route.ts";
import { hostRoutes } from "../../../shared/host/host-routes.ts";
import { notFoundError } from "../diagnostics/problems.ts";

/**
 * Who confirms a request of the page, which may have been taken over by what it shows: nobody, since it can do no harm
 * beyond what the page is for, or the shell, outside of the page.
 */
type WhoConfirms =
  | { readonly by: "nobody"; readonly why: string }
  | { readonly by: "shell"; readonly what: string };

/** Nobody confirms the operation; `why` is the reason. */
const nobody = (why: string): WhoConfirms => ({ by: "nobody", why });
/** The shell asks the user to confirm what the operation gives the page. */
const byShell = (what: string): WhoConfirms => ({ by: "shell", what });

const ownData = "Helve's own data of an account, on this computer";
const ownService = "requests the account's own service, without its token";
const traces = nobody("reads a log of an account's own service");
const events = nobody("reports to the page");
const documents = nobody("drafts and layout of the page itself");

type Routes = typeof hostRoutes;
type Table = { readonly [S in keyof Routes]: { readonly [N in keyof Routes[S]]: WhoConfirms } };

const table: Table = {
  accounts: {
    list: nobody("lists accounts without their tokens"),
    check: byShell("a token, which is any text, is sent to a new service"),
    add: byShell("a token, which is any text, is sent to a new service"),
    order: nobody(ownData),
    change: nobody("sends the token to the service that the account was confirmed with"),
    reconnect: nobody("asks a known service for its version, as the host itself does while it is offline"),
    liftRateLimit: nobody("requests go on before the service's own limit ends"),
    remove: nobody("deletes; what the user wrote is on the service"),
    picture: nobody(ownService),
    avatar: nobody(
      "requests pictures of the account's own service, and of other hosts those whose images the user allowed",
    ),
    upload: nobody("reads an image of a project of the account's own service"),
    pinned: nobody(ownData),
    unpin: nobody(ownData),
    operations: nobody(
      "what the account's token may do on its own service; of the local account who-confirms.ts says more",
    ),
  },
  artifacts: { list: nobody("reads an archive of the account's own service") },
  cache: { get: nobody(ownData), clear: nobody("deletes what can be fetched again") },
  events: { stream: events, state: events },
  documents: { list: documents, get: documents, put: documents, remove: documents },
  downloads: {
    list: nobody(ownData),
    start: nobody(
      "a new file in the folder for downloads, by a name that no program reads by itself; the shell confirmed the folder",
    ),
    cancel: nobody(ownData),
    resume: nobody(ownData),
    forget: nobody("the file stays"),
    content: nobody("a file that Helve downloaded for the page"),
  },
  traces: {
    prepare: nobody("starts a thread of Helve's own"),
    prepareSearch: nobody("starts threads of Helve's own"),
    searchAll: traces,
    follow: traces,
    rest: traces,
    text: traces,
    search: traces,
    compare: traces,
  },
  traceReads: {
    lines: traces,
    end: traces,
    sections: traces,
    findings: traces,
    matchLines: traces,
    nextMatch: traces,
    matchRank: traces,
    matchRanges: traces,
    matchRows: traces,
    matchRow: traces,
    comparedRows: traces,
    nextChange: traces,
    unfold: traces,
  },
  watches: {
    list: nobody(ownData),
    add: nobody("reads a job of an account's own service"),
    removeEnded: nobody(ownData),
    remove: nobody(ownData),
  },
  mergeQueue: {
    state: nobody(ownData),
    add: nobody("merges what the page itself may merge, at the head that it names, and later"),
    order: nobody(ownData),
    pause: nobody(ownData),
    removeEnded: nobody(ownData),
    remove: nobody(ownData),
  },
  publishes: {
    list: nobody(ownData),
    create: nobody("reads with both accounts what the page itself may read with them"),
    get: nobody(ownData),
    start: byShell("a whole project is sent to another service, where others may see it"),
    pause: nobody("nothing more is sent"),
    resume: nobody("goes on with what was confirmed, or reads again"),
    remove: nobody("ends it; what was sent stays"),
    map: nobody("old and new addresses, which hold no secret"),
  },
  settings: {
    get: nobody("holds no secret"),
    change: byShell("trust moves to a proxy or certificate, or downloads to another folder"),
  },
  shell: {
    get: nobody("what the shell can do"),
    openExternal: nobody(
      "the system's browser comes to the front with the address, as for any link; http and https alone",
    ),
    chooseFolder: nobody("the dialog of the system is the confirmation"),
    showKeys: nobody("keys beside entries of the menu"),
    storeInbox: nobody("a number on the icon of the app, and titles in its tray that open pages"),
    showDownload: nobody("shows a file that Helve downloaded, without opening it"),
  },
  images: {
    allowHosts: byShell("requests that any text can be part of are sent to new hosts"),
    fetch: nobody("public hosts that were confirmed before, and no others"),
  },
  localKeys: { list: nobody("public keys, which are made to be shown") },
  diagnostics: {
    list: nobody("holds no secret"),
    clear: nobody("lines of Diagnostics"),
  },
  testLedger: {
    get: nobody(ownData),
    known: nobody(ownData),
    failure: nobody(ownData),
    put: nobody("results of tests that the page itself shows, of a bounded size; the oldest are dropped"),
  },
  tools: {
    get: nobody("holds no secret"),
    change: byShell("other programs read with an account's token, or ask for more kinds of writes"),
    send: byShell("another program's write is sent with an account's token"),
    decline: nobody("nothing is sent"),
  },
};

/**
 * Every route of the host with who confirms it. A route that is not in this table is not served, and a test compares it
 * with the routes that there are.
 */
export const routesWhoConfirms: Readonly<Record<string, WhoConfirms>> = Object.fromEntries(
  Object.entries(hostRoutes).flatMap(([subject, routes]) => {
    const whoConfirms: Readonly<Record<string, WhoConfirms>> = table[subject as keyof Table];
    return Object.entries<HostRoute>(routes).flatMap(([name, { key }]) => {
      const who = whoConfirms[name];
      return who ? [[key, who] as const] : [];
    });
  }),
);

/** Paths that middleware is mounted on. */
const isMiddleware = (path: string): boolean => path === "*" || path === "/*";

/** Returns every route of the host as `METHOD /path`, as the table names it. */
export const routesOf = ({ routes }: Hono): string[] => [
  ...new Set(routes.filter(({ path }) => !isMiddleware(path)).map(({ method, path }) => `${method} ${path}`)),
];

/** Serves no route of which the table does not say who confirms it. */
export const refuseUnlisted: MiddlewareHandler = (context, next) => {
  const unlisted = matchedRoutes(context)
    .filter(({ path }) => !isMiddleware(path))
    .find(({ method, path }) => !Object.hasOwn(routesWhoConfirms, `${method} ${path}`));
  if (unlisted) throw notFoundError("This route");
  return next();
};

/** Names of operations by the reason why nobody confirms them for the local account. */
const harmless: Readonly<Record<string, string>> = {
  "reads what the user opened or made in Helve": `
    getBranch listBranches getCiSettings getCommit getCommitDiff listCommitComments listCommitRefs getCiLint lintCi
    listCommitStatuses listCommits getDeployment listDeployments listDiscussions getEnvironment
    listEnvironments getBlame getFile getRawFile headBlame headFile headRawFile getGroup listGroupProjects
    listGroups listSubgroups getJob getJobArtifactFile getJobArtifacts getJobTrace getRefArtifactFile
    getRefArtifacts listJobs listPipelineBridges listPipelineJobs getOriginal listAheadBehind listLocalRepositories
    pollOriginals getApprovalState getMergeRequest getMergeRequestApprovals getMergeRequestChanges listMergeRequestCommits listMergeRequestDiffs listCommitMergeRequests listClosedIssues listReviewers
    listMergeRequestBlocks listMergeTrains getMergeTrainCar
    getMergeRequestVersion getTimeStats listGroupMergeRequests listMergeRequestVersions listMergeRequests
    listProjectMergeRequests getIssue getIssueDiscussion getIssueTimeStats listGroupIssues
    listIssueClosingMergeRequests listIssueDiscussions listIssueNoteReactions listIssueParticipants listIssueReactions
    listIssueRelatedMergeRequests listIssues listProjectIssues getIssueNote getMergeRequestNote getSnippetNote listIssueNotes
    listMergeRequestNotes listSnippetNotes getGroupNotificationSettings getNotificationSettings
    getProjectNotificationSettings getPipeline getPipelineTestReport listMergeRequestPipelines listPipelines listLabels
    getLabel listGroupLabels getGroupLabel getMilestone listMilestoneIssues listMilestoneMergeRequests listGroupMilestones
    getGroupMilestone listGroupMilestoneIssues listGroupMilestoneMergeRequests
    listMilestones getProjectMember listProjectMembers listDirectMembers getDirectMember listInvitations getImportStatus getProjectSnippet getProjectSnippetUserAgent getRawProjectSnippet
    getRawProjectSnippetFile listProjectSnippets getProject listProjects listUserProjects
    listMergeRequestReactions listNoteReactions getRelease listReleases getReleaseLink listReleaseLinks getJobReport compareRefs getArchive getBlob
    getMergeBase getRawBlob listContributors listTree getRunner listAllRunners listProjectRunners
    listRunnerJobs listRunners searchProjects searchIssues searchMergeRequests searchMilestones searchUsers searchNotes searchCommits searchWikis searchBlobs
    searchGroupProjects searchGroupIssues searchGroupMergeRequests searchGroupMilestones searchGroupUsers
    searchGroupNotes searchGroupCommits searchGroupWikis searchGroupBlobs
    searchProjectIssues searchProjectMilestones searchProjectUsers searchProjectNotes searchProjectWiki
    searchProjectMergeRequests searchProjectCommits searchProjectBlobs
    getRawSnippet getRawSnippetFile getSnippet getSnippetUserAgent
    listPublicSnippets listSnippets getCurrentUserKey listKeys listUserKeys listHookEvents listHooks
    testHook getTag listTags listTodos getCurrentUser getCurrentUserStatus getKey getUser getUserStatus listUsers
    getVariable listVariables listPipelineSchedules listSchedulePipelines getPipelineSchedule listAllDeployKeys listDeployKeys getDeployKey listProjectAccessTokens getProjectAccessToken listProjectHooks getProjectHook listProjectHookEvents listProtectedBranches getProtectedBranch listProtectedTags getProtectedTag getMetadata getTokenSelf getVersion getProjectUpload getRawWikiFile getWikiPage
    listWikiPageVersions listWikiPages`,
  "commits to repositories that the user opened; jobs run where they were switched on, and hooks of git never": `
    createBranch deleteBranch deleteMergedBranches cherryPickCommit createCommit revertCommit createFile deleteFile
    updateFile acceptMergeRequest addToMergeTrain rebaseMergeRequest resolveMergeConflicts updateSubmodule createTag deleteTag`,
  "writes records of the local service, which nothing outside of it acts on": `
    revokeProjectAccessToken protectBranch updateProtectedBranch unprotectBranch protectTag unprotectTag createCommitComment createCommitStatus createDiscussion deleteDiscussionNote
    replyToDiscussion resolveDiscussion updateDiscussionNote createEnvironment deleteEnvironment updateEnvironment
    createGroup deleteGroup updateGroup transferProject updateProject forkProject deleteProject starProject unstarProject archiveProject unarchiveProject moveProject
    addProjectMember updateProjectMember removeProjectMember createInvitation deleteInvitation eraseJob approveMergeRequest cancelAutoMerge createMergeRequest
    createMergeRequestBlock deleteMergeRequestBlock deleteMergeRequest publishReview unapproveMergeRequest updateMergeRequest addSpentTime resetSpentTime resetTimeEstimate
    setTimeEstimate createIssueNote createMergeRequestNote createSnippetNote deleteIssueNote deleteMergeRequestNote
    deleteSnippetNote updateIssueNote updateMergeRequestNote updateSnippetNote updateGroupNotificationSettings
    updateNotificationSettings updateProjectNotificationSettings createProjectSnippet deleteProjectSnippet
    updateProjectSnippet createMergeRequestReaction createNoteReaction deleteMergeRequestReaction deleteNoteReaction
    createRelease deleteRelease updateRelease createReleaseLink updateReleaseLink deleteReleaseLink uploadProjectFile createTagRelease updateTagRelease createSnippet deleteSnippet
    updateSnippet setUserStatus createWikiPage deleteWikiPage updateWikiPage uploadWikiAttachment
    markTodoDone markAllTodosDone createIssue updateIssue deleteIssue moveIssue reorderIssue subscribeToIssue
    unsubscribeFromIssue addIssueSpentTime resetIssueSpentTime setIssueTimeEstimate resetIssueTimeEstimate
    createIssueDiscussion replyToIssueDiscussion updateIssueDiscussionNote deleteIssueDiscussionNote
    createIssueReaction deleteIssueReaction createIssueNoteReaction deleteIssueNoteReaction
    createLabel updateLabel deleteLabel promoteLabel createGroupLabel updateGroupLabel
    deleteGroupLabel createMilestone updateMilestone deleteMilestone promoteMilestone createGroupMilestone
    updateGroupMilestone deleteGroupMilestone`,
  "starts or ends jobs where the user switched them on, and nothing elsewhere": `
    cancelJob playJob retryJob cancelPipeline createMergeRequestPipeline createPipeline retryPipeline stopEnvironment
    stopStaleEnvironments createPipelineSchedule updatePipelineSchedule deletePipelineSchedule playPipelineSchedule
    takePipelineScheduleOwnership`,
  "is read by jobs alone, which run where the user switched them on": `createVariable deleteVariable updateVariable createPipelineScheduleVariable updatePipelineScheduleVariable
    deletePipelineScheduleVariable`,
  "adds or removes a runner of another program, which is given no jobs; its token is good for nothing else": `
    createRunner registerRunner deleteRunnerByToken verifyRunner enableProjectRunner disableProjectRunner`,
  "has no effect here: passwords and keys admit nobody, and no operation makes a token of the port": `
    createUser deleteUser updateUser createKey createUserKey deleteKey deleteUserKey createDeployKey
    updateDeployKey enableDeployKey deleteDeployKey`,
  "sends to a receiver that was confirmed when its hook was made":
    "deleteHook resendHookEvent triggerHook deleteProjectHook resendProjectHookEvent testProjectHook",
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
  createProjectAccessToken: byShell("other programs may use the local service with it"),
  rotateProjectAccessToken: byShell("other programs may use the local service with it"),
  createProjectHook: byShell("events are sent to a new destination"),
  updateProjectHook: byShell("events are sent to another destination, or more of them"),
  createProject: byShell("a repository is fetched from a new address"),
};

const names = new Map(Object.entries(operations).map(([name, operation]) => [operation, name]));

/** Returns the name of an operation where it is in the table, else null. */
export function namedLocally(operation: (typeof operations)[string]): string | null {
  const name = names.get(operation);
  return name !== undefined && Object.hasOwn(localOperations, name) ? name : null;
}
