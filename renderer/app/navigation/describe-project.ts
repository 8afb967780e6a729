import { folderOf } from "../../../shared/text/paths.ts";
import { hrefs, type ListPart } from "../../features/addresses/hrefs.ts";
import type { AppLocation } from "../../features/addresses/parse-address.ts";
import { titleOfSlug } from "../../features/addresses/wiki-address.ts";
import { type CrumbLink, type Description, groupCrumbs, lastOf, snippetCrumb } from "./crumbs.ts";
import { projectParts } from "./project-parts.ts";

type ProjectLocation = Extract<AppLocation, { kind: "project" }>;

/** Returns the names of a view of a project. `ownName` is that of the entry it shows, once it is known. */
export function describeProject(location: ProjectLocation, ownName?: string): Description {
  const { account, project, part } = location;
  const name = lastOf(project);
  const group = folderOf(project);
  const base = [
    ...(group ? groupCrumbs(account, group) : []),
    { label: name, href: hrefs.project(account, project) },
  ];
  const { title, crumbs } = titleAndCrumbs(location, name, ownName);
  return { title, icon: projectParts[part].icon, crumbs: [...base, ...crumbs] };
}

type OwnNames = Pick<Description, "title" | "crumbs">;

/** Returns the title of a view, and its crumbs after the project's. */
function titleAndCrumbs(location: ProjectLocation, name: string, ownName?: string): OwnNames {
  const { account, project, part, sha = "", iid = "" } = location;
  const { label } = projectParts[part];
  const listOf = (list: ListPart): CrumbLink => ({
    label: projectParts[list].label,
    href: hrefs.project(account, project, list),
  });
  /** An entry of a list. */
  const entry = (list: ListPart, label: string, href: string): OwnNames => ({
    title: `${label} · ${name}`,
    crumbs: [listOf(list), { label, href }],
  });
  switch (part) {
    case "overview":
      return { title: name, crumbs: [] };
    case "commit":
      return entry("commits", ownName ?? sha.slice(0, 8), hrefs.commit(account, project, sha));
    case "merge_request":
      return entry("merge_requests", `!${iid}`, hrefs.mergeRequest(account, project, iid));
    case "pipeline":
      return entry("pipelines", `#${iid}`, hrefs.pipeline(account, project, iid));
    case "issue":
      return entry("issues", `#${iid}`, hrefs.issue(account, project, iid));
    case "snippet": {
      const own = snippetCrumb(account, project, iid);
      return entry("snippets", own.label, own.href);
    }
    case "environment":
      return entry("environments", ownName ?? `${label} #${iid}`, hrefs.environment(account, project, iid));
    case "job":
      return entry("jobs", ownName ?? `#${iid}`, hrefs.job(account, project, iid));
    case "job_artifacts":
    case "job_tests": {
      const job = { label: `#${iid}`, href: hrefs.job(account, project, iid) };
      const tab = part === "job_artifacts" ? "artifacts" : "tests";
      const own = { label, href: hrefs.jobTab(account, project, iid, tab) };
      return { title: `${ownName ?? `${label} #${iid}`} · ${name}`, crumbs: [listOf("jobs"), job, own] };
    }
    case "wiki":
      return wikiNames(location, name);
    default:
      return listNames(location, part, name);
  }
}

function wikiNames({ account, project, wiki }: ProjectLocation, name: string): OwnNames {
  const label =
    wiki && "slug" in wiki ? titleOfSlug(wiki.slug) : wiki?.kind === "new" ? "New page" : "Search";
  return {
    title: `${label} · ${name} wiki`,
    crumbs: [
      { label: projectParts.wiki.label, href: hrefs.wiki(account, project) },
      { label, href: hrefs.wiki(account, project, wiki) },
    ],
  };
}

/** Names of a list of the project, or of its files. */
function listNames({ account, project, search }: ProjectLocation, part: ListPart, name: string): OwnNames {
  const { label } = projectParts[part];
  const file = (part === "files" || part === "edit") && search.path ? lastOf(search.path) : undefined;
  const ref = search.ref ? { ref: search.ref } : {};
  const own = { label, href: hrefs.project(account, project, part, { ...search }) };
  const files = { label: projectParts.files.label, href: hrefs.project(account, project, "files", ref) };
  return {
    title: `${file ?? label} · ${name}`,
    crumbs: part === "edit" ? [files, own] : [own],
  };
}
