import {
  BookOpen,
  BookText,
  CircleDot,
  CirclePlay,
  CircleQuestionMark,
  FileArchive,
  FlaskConical,
  Folder,
  Folders,
  FolderTree,
  GitBranch,
  GitCommitHorizontal,
  GitCompareArrows,
  GitPullRequest,
  House,
  Inbox,
  Package,
  PencilLine,
  Rocket,
  Search,
  ServerCog,
  Settings,
  ShieldCheck,
  SquareCode,
  SquareLibrary,
  SquareTerminal,
  Tag,
  UserRound,
  Users,
  UsersRound,
  Workflow,
} from "lucide-react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import type { AppLocation, ProjectPart } from "../../features/addresses/parse-address.ts";
import { titleOfSlug } from "../../features/wiki/wiki-address.ts";
import type { IconType } from "../../ui/icon.tsx";
import { adminTabs } from "../../views/admin/tabs.ts";

/** Names of a location in tabs, titles and breadcrumbs. */
export interface Description {
  /** Short: for a tab. */
  readonly title: string;
  readonly icon: IconType;
  /** Outermost first; the last one is the location itself. */
  readonly crumbs: readonly { readonly label: string; readonly href: string }[];
}

const parts: Readonly<Record<ProjectPart, { readonly label: string; readonly icon: IconType }>> = {
  overview: { label: "Overview", icon: SquareLibrary },
  files: { label: "Files", icon: FolderTree },
  edit: { label: "Edit", icon: PencilLine },
  commits: { label: "Commits", icon: GitCommitHorizontal },
  commit: { label: "Commit", icon: GitCommitHorizontal },
  changes: { label: "Pending changes", icon: PencilLine },
  branches: { label: "Branches", icon: GitBranch },
  tags: { label: "Tags", icon: Tag },
  search: { label: "Search", icon: Search },
  releases: { label: "Releases", icon: Package },
  compare: { label: "Compare", icon: GitCompareArrows },
  contributors: { label: "Contributors", icon: UsersRound },
  runners: { label: "Runners", icon: ServerCog },
  merge_requests: { label: "Merge requests", icon: GitPullRequest },
  merge_request: { label: "Merge request", icon: GitPullRequest },
  pipelines: { label: "Pipelines", icon: Workflow },
  pipeline: { label: "Pipeline", icon: Workflow },
  jobs: { label: "Jobs", icon: CirclePlay },
  issues: { label: "Issues", icon: CircleDot },
  issue: { label: "Issue", icon: CircleDot },
  snippets: { label: "Snippets", icon: SquareCode },
  snippet: { label: "Snippet", icon: SquareCode },
  job: { label: "Job", icon: SquareTerminal },
  job_artifacts: { label: "Artifacts", icon: FileArchive },
  job_tests: { label: "Tests", icon: FlaskConical },
  artifacts: { label: "Artifacts", icon: FileArchive },
  environments: { label: "Environments", icon: Rocket },
  environment: { label: "Environment", icon: Rocket },
  wiki: { label: "Wiki", icon: BookText },
};

const meTabs: Readonly<Record<string, string>> = {
  profile: "Profile",
  keys: "SSH keys",
  notifications: "Notification levels",
};

/** Returns the names of a location. `accountName` returns an account's name by its id. */
export function describeLocation(location: AppLocation, accountName: (id: string) => string): Description {
  switch (location.kind) {
    case "home":
      return { title: "Home", icon: House, crumbs: [{ label: "Home", href: hrefs.home }] };
    case "outbox":
      return { title: "Outbox", icon: Inbox, crumbs: [{ label: "Outbox", href: hrefs.outbox }] };
    case "all_merge_requests":
      return {
        title: "All merge requests",
        icon: GitPullRequest,
        crumbs: [{ label: "Merge requests of all accounts", href: hrefs.allMergeRequests() }],
      };
    case "ci":
      return {
        title: "CI",
        icon: Workflow,
        crumbs: [{ label: "CI of all accounts", href: hrefs.ci() }],
      };
    case "settings":
      return {
        title: location.section === "accounts" ? "Accounts" : `${capital(location.section)} settings`,
        icon: location.section === "accounts" ? Users : Settings,
        crumbs: [
          { label: "Settings", href: hrefs.settings() },
          { label: capital(location.section), href: hrefs.settings(location.section) },
        ],
      };
    case "projects":
      return {
        title: "Projects",
        icon: SquareLibrary,
        crumbs: [
          { label: accountName(location.account), href: hrefs.projects(location.account) },
          { label: "Projects", href: hrefs.projects(location.account) },
        ],
      };
    case "me":
      return {
        title: meTabs[location.tab] ?? "Profile",
        icon: UserRound,
        crumbs: [
          { label: accountName(location.account), href: hrefs.projects(location.account) },
          { label: "Me", href: hrefs.me(location.account) },
          { label: meTabs[location.tab] ?? "Profile", href: hrefs.me(location.account, location.tab) },
        ],
      };
    case "groups":
      return {
        title: "Groups",
        icon: Folders,
        crumbs: [
          { label: accountName(location.account), href: hrefs.projects(location.account) },
          { label: "Groups", href: hrefs.groups(location.account) },
        ],
      };
    case "runners":
      return {
        title: "Runners",
        icon: ServerCog,
        crumbs: [
          { label: accountName(location.account), href: hrefs.projects(location.account) },
          { label: "Runners", href: hrefs.runners(location.account) },
        ],
      };
    case "reference":
      return {
        title: location.operation ?? "API reference",
        icon: BookOpen,
        crumbs: [
          { label: accountName(location.account), href: hrefs.projects(location.account) },
          { label: "API reference", href: hrefs.reference(location.account) },
          ...(location.operation
            ? [
                {
                  label: location.operation,
                  href: hrefs.reference(location.account, location.operation),
                },
              ]
            : []),
        ],
      };
    case "user":
      return {
        title: `@${location.username}`,
        icon: UserRound,
        crumbs: [
          { label: accountName(location.account), href: hrefs.projects(location.account) },
          { label: `@${location.username}`, href: hrefs.user(location.account, location.username) },
        ],
      };
    case "admin":
      return describeAdministration(location, accountName(location.account));
    case "snippets":
      return {
        title: location.search.list === "public" ? "Public snippets" : "Snippets",
        icon: SquareCode,
        crumbs: snippetCrumbs(location.account, accountName(location.account)),
      };
    case "snippet": {
      const { account, iid } = location;
      const own = { label: snippetLabel(iid), href: hrefs.snippet(account, null, iid) };
      return {
        title: own.label,
        icon: SquareCode,
        crumbs: [...snippetCrumbs(account, accountName(account)), own],
      };
    }
    case "merge_requests":
      return {
        title: "Merge requests",
        icon: GitPullRequest,
        crumbs: [
          { label: accountName(location.account), href: hrefs.projects(location.account) },
          ...(location.group ? groupCrumbs(location.account, location.group) : []),
          { label: "Merge requests", href: hrefs.mergeRequests(location.account, location.group) },
        ],
      };
    case "group":
      return {
        title: lastOf(location.group),
        icon: Folder,
        crumbs: [
          { label: accountName(location.account), href: hrefs.projects(location.account) },
          ...groupCrumbs(location.account, location.group),
        ],
      };
    case "project":
      return describeProject(location);
    case "unknown":
      return {
        title: "Not found",
        icon: CircleQuestionMark,
        crumbs: [{ label: "Not found", href: hrefs.home }],
      };
  }
}

const snippetLabel = (id: string): string => (id === "new" ? "New snippet" : `$${id}`);

const snippetCrumbs = (account: string, accountName: string) => [
  { label: accountName, href: hrefs.projects(account) },
  { label: "Snippets", href: hrefs.snippets(account) },
];

function describeAdministration(
  { account, tab }: Extract<AppLocation, { kind: "admin" }>,
  accountName: string,
): Description {
  const shown = adminTabs.find(({ id }) => id === tab);
  return {
    title: shown ? `${shown.label} · Administration` : "Administration",
    icon: ShieldCheck,
    crumbs: [
      { label: accountName, href: hrefs.projects(account) },
      { label: "Administration", href: hrefs.admin(account) },
      ...(shown ? [{ label: shown.label, href: hrefs.admin(account, shown.id) }] : []),
    ],
  };
}

function describeProject(location: Extract<AppLocation, { kind: "project" }>): Description {
  const { account, project, part, search, sha, iid } = location;
  const name = lastOf(project);
  const group = project.split("/").slice(0, -1).join("/");
  const { label, icon } = parts[part];
  const base = [
    ...(group ? groupCrumbs(account, group) : []),
    { label: name, href: hrefs.project(account, project) },
  ];
  if (part === "overview") return { title: name, icon, crumbs: base };
  if (part === "commit") {
    const short = (sha ?? "").slice(0, 8);
    return {
      title: `${short} · ${name}`,
      icon,
      crumbs: [
        ...base,
        { label: parts.commits.label, href: hrefs.project(account, project, "commits") },
        { label: short, href: hrefs.commit(account, project, sha ?? "") },
      ],
    };
  }
  if (part === "merge_request") {
    return {
      title: `!${iid} · ${name}`,
      icon,
      crumbs: [
        ...base,
        {
          label: parts.merge_requests.label,
          href: hrefs.project(account, project, "merge_requests"),
        },
        { label: `!${iid}`, href: hrefs.mergeRequest(account, project, iid ?? "") },
      ],
    };
  }
  if (part === "pipeline") {
    return {
      title: `#${iid} · ${name}`,
      icon,
      crumbs: [
        ...base,
        { label: parts.pipelines.label, href: hrefs.project(account, project, "pipelines") },
        { label: `#${iid}`, href: hrefs.pipeline(account, project, iid ?? "") },
      ],
    };
  }
  if (part === "issue") {
    const all = { label: parts.issues.label, href: hrefs.project(account, project, "issues") };
    const own = { label: `#${iid}`, href: hrefs.issue(account, project, iid ?? "") };
    return { title: `#${iid} · ${name}`, icon, crumbs: [...base, all, own] };
  }
  if (part === "snippet") {
    const all = { label: parts.snippets.label, href: hrefs.project(account, project, "snippets") };
    const own = { label: snippetLabel(iid ?? ""), href: hrefs.snippet(account, project, iid ?? "") };
    return { title: `${own.label} · ${name}`, icon, crumbs: [...base, all, own] };
  }
  if (part === "job" || part === "job_artifacts" || part === "job_tests") {
    const list = { label: parts.jobs.label, href: hrefs.project(account, project, "jobs") };
    const crumb = { label: `#${iid}`, href: hrefs.job(account, project, iid ?? "") };
    if (part === "job") return { title: `#${iid} · ${name}`, icon, crumbs: [...base, list, crumb] };
    const tab = part === "job_artifacts" ? "artifacts" : "tests";
    const own = { label, href: hrefs.jobTab(account, project, iid ?? "", tab) };
    return { title: `${label} #${iid} · ${name}`, icon, crumbs: [...base, list, crumb, own] };
  }
  if (part === "environment") {
    const all = { label: parts.environments.label, href: hrefs.project(account, project, "environments") };
    const own = { label: `${label} #${iid}`, href: hrefs.environment(account, project, iid ?? "") };
    return { title: `${label} #${iid} · ${name}`, icon, crumbs: [...base, all, own] };
  }
  if (part === "wiki") return describeWiki(location, name, base);
  const file = (part === "files" || part === "edit") && search.path ? lastOf(search.path) : undefined;
  const ref = search.ref ? { ref: search.ref } : {};
  return {
    title: file ? `${file} · ${name}` : part === "files" ? `${name} files` : `${label} · ${name}`,
    icon,
    crumbs: [
      ...base,
      ...(part === "edit"
        ? [{ label: parts.files.label, href: hrefs.project(account, project, "files", ref) }]
        : []),
      { label, href: hrefs.project(account, project, part, { ...search }) },
    ],
  };
}

function describeWiki(
  { account, project, wiki }: Extract<AppLocation, { kind: "project" }>,
  name: string,
  base: Description["crumbs"],
): Description {
  const crumbs = [...base, { label: parts.wiki.label, href: hrefs.wiki(account, project) }];
  const label =
    wiki && "slug" in wiki ? titleOfSlug(wiki.slug) : wiki?.kind === "new" ? "New page" : "Search";
  return {
    title: `${label} · ${name} wiki`,
    icon: parts.wiki.icon,
    crumbs: [...crumbs, { label, href: hrefs.wiki(account, project, wiki) }],
  };
}

/** Returns one crumb for each group, outermost first. */
const groupCrumbs = (account: string, group: string) =>
  group.split("/").map((label, index, all) => ({
    label,
    href: hrefs.group(account, all.slice(0, index + 1).join("/")),
  }));

const lastOf = (path: string): string => path.split("/").filter(Boolean).at(-1) ?? path;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
