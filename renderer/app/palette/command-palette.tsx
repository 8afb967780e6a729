import { useRouter } from "@tanstack/react-router";
import { GitBranch, Tag } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useMemo } from "react";
import { listBranches } from "../../../shared/api/resources/branches.ts";
import { getProject, listProjects } from "../../../shared/api/resources/projects.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { listUsers } from "../../../shared/api/resources/users.ts";
import { branchRef, tagRef } from "../../../shared/text/ref-name.ts";
import { problemText } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { defaultFirst } from "../../features/ref-picker/use-branch-search.ts";
import { useCommands } from "../../state/commands/commands.ts";
import { accountLabel, useAccounts } from "../../state/host-state.ts";
import { useRecentProjects } from "../../state/recent-projects.ts";
import { openTab } from "../../state/tabs.ts";
import { Kbd } from "../../ui/buttons/kbd.tsx";
import { FilterList } from "../../ui/lists/filter-list.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { useFocusReturn } from "../../ui/overlays/use-focus-return.ts";
import layout from "../../ui/theme/layout.module.css";
import { useAppLocation, useCurrentAccount } from "../navigation/app-location.ts";
import styles from "./command-palette.module.css";
import { MarkedText, useFileItems, useLinkItems } from "./found-items.tsx";
import { useIssueItems } from "./issue-items.tsx";
import { addChosenCommand, usePaletteHistory } from "./palette-history.ts";
import {
  type FoundItems,
  type PaletteItem,
  type PaletteScope,
  parsePaletteText,
  rank,
} from "./palette-item.ts";
import { closePalette, setPaletteQuery, usePalette } from "./waiting-palette.tsx";
import {
  useCommitItems,
  useFileSearchItems,
  useMergeRequestItems,
  useRecentItems,
  useServiceSearchItems,
} from "./work-items.tsx";

/** The command palette: what was used last, projects, merge requests, issues, people, files, commits and refs, actions. */
export function CommandPalette() {
  const { open } = usePalette();
  const { content, returnFocus } = useFocusReturn(open);
  // An open palette replaces the waiting field once it has the focus, so that no key is typed into neither.
  useEffect(() => {
    if (!open) markLoaded();
  }, [open]);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closePalette()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content
          ref={content}
          className={styles.palette}
          aria-describedby={undefined}
          onFocusCapture={markLoaded}
          onCloseAutoFocus={returnFocus}
        >
          <VisuallyHidden>
            <Dialog.Title>Search and commands</Dialog.Title>
          </VisuallyHidden>
          <PaletteList />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function markLoaded(): void {
  if (!usePalette.getState().isLoaded) usePalette.setState({ isLoaded: true });
}

function PaletteList() {
  const { history } = useRouter();
  const { query, awaited } = usePalette();
  const inProject = useAppLocation().kind === "project";
  const { scope, text } = parsePaletteText(query);
  const links = useLinkItems(query);
  const actions = useActionItems(scope, text);
  const projects = useProjectItems(scope, text);
  const people = usePeopleItems(scope, text);
  const refs = useRefItems(scope, text);
  const files = useFileItems(scope, text);
  const recent = useRecentItems(scope, text);
  const mergeRequests = useMergeRequestItems(scope, text);
  const issues = useIssueItems(scope, text);
  const commits = useCommitItems(scope, text);
  const fileSearch = useFileSearchItems(scope, text);
  const everywhere = useServiceSearchItems(scope, text);
  const found = [projects, mergeRequests, issues, people, files, commits, refs];
  const isLoading = found.some(({ loading }) => loading);
  const items = links ?? [
    ...withoutRepeats([...recent, ...found.flatMap((source) => source.items)]),
    ...actions,
  ];
  const offered = links || isLoading ? [] : [...fileSearch, ...everywhere];
  const choose = (item: PaletteItem, { newTab }: { readonly newTab: boolean }) => {
    closePalette();
    if ("run" in item.target) {
      addChosenCommand(item.id);
      // After the dialog has restored focus, so that the action may move it.
      return setTimeout(item.target.run);
    }
    const open = (href: string) => (newTab ? openTab(href) : history.push(href, { isFollowed: true }));
    return "find" in item.target ? void item.target.find().then(open) : open(item.target.href);
  };
  // A ref of the address that does not exist has no files.
  const failed = found.find(({ error }) => error !== null && toProblem(error).code !== "not_found");
  const nothing = links
    ? "This link belongs to none of your accounts."
    : !inProject && scope === "files"
      ? "Open a project first to search its files."
      : "No matches";
  return (
    <FilterList
      label="Search and commands"
      placeholder={
        inProject
          ? "Search files, merge requests, issues, commits, projects and actions…"
          : "Search projects, merge requests, issues and actions…"
      }
      query={query}
      onQuery={setPaletteQuery}
      awaited={awaited}
      items={
        items.length > 0
          ? [...items, ...(links ? [] : everywhere)]
          : offered.map((item) => ({ ...item, section: "No matches" }))
      }
      onChoose={choose}
      loading={isLoading}
      empty={nothing}
      problem={links ? undefined : problemText(failed?.error)}
      size="l"
      footer={<PaletteFoot inProject={inProject} />}
    />
  );
}

/** Returns items without those whose address an earlier one has: what was opened last is found again by its title. */
function withoutRepeats(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const hrefs = new Set<string>();
  return items.filter(({ target }) => {
    if (!("href" in target)) return true;
    const isNew = !hrefs.has(target.href);
    hrefs.add(target.href);
    return isNew;
  });
}

function PaletteFoot({ inProject }: { readonly inProject: boolean }) {
  const scopes = [
    { prefix: ">", text: "actions" },
    { prefix: ":", text: "projects" },
    { prefix: "!", text: "merge requests" },
    { prefix: "#", text: "issues" },
    { prefix: "@", text: inProject ? "people and refs" : "people" },
    ...(inProject ? [{ prefix: "/", text: "files" }] : []),
  ];
  return (
    <div className={styles.foot}>
      {scopes.map(({ prefix, text }) => (
        <button key={prefix} type="button" className={styles.scope} onClick={() => setPaletteQuery(prefix)}>
          <kbd>{prefix}</kbd> {text}
        </button>
      ))}
      <span className={styles.hint}>
        <Kbd keys="mod+enter" /> new tab
      </span>
    </div>
  );
}

/**
 * Returns people of the current account; choosing one opens their page. In a project, whose refs are below them, only
 * those that are typed.
 */
function usePeopleItems(scope: PaletteScope, text: string): FoundItems {
  const inProject = useAppLocation().kind === "project";
  const account = useCurrentAccount()?.id;
  const wanted = scope === "people-and-refs" && account !== undefined && !(inProject && text === "");
  const found = useOperation(listUsers, wanted ? { search: text || undefined, per_page: 20 } : null, {
    account,
    keepPrevious: true,
  });
  if (!wanted) return { items: [], loading: false, error: null };
  const people = (found.data ?? []).map((person) => ({
    person,
    label: person.name,
    keywords: person.username,
  }));
  return {
    items: rank(people, text, inProject ? 5 : 20).map(
      ({ item: { person, label, keywords: username }, positions }) => ({
        id: `person ${username}`,
        label,
        marked: <MarkedText text={label} positions={positions} />,
        mark: <PersonAvatar person={person} account={account} size={18} />,
        hint: `@${username}`,
        section: "People",
        target: { href: hrefs.user(account, username) },
      }),
    ),
    loading: found.isFetching,
    error: found.error,
  };
}

/** Returns the matching commands; recently used ones first. */
function useActionItems(scope: PaletteScope, text: string): readonly PaletteItem[] {
  const commands = useCommands();
  const history = usePaletteHistory((state) => state.ids);
  const accounts = useAccounts();
  return useMemo(() => {
    if (scope !== "all" && scope !== "actions") return [];
    const candidates = commands
      .filter(({ id }) => !id.startsWith("palette."))
      .map((command) => {
        const recency = history.indexOf(command.id);
        return {
          command,
          recency,
          label: command.title,
          keywords: command.keywords,
          boost: recency < 0 ? 0 : 0.1,
        };
      })
      .sort((a, b) => (a.recency < 0 ? 999 : a.recency) - (b.recency < 0 ? 999 : b.recency));
    return rank(candidates, text, text || scope === "actions" ? 50 : 8).map(
      ({ item, positions, keyword }) => ({
        id: item.command.id,
        label: item.label,
        marked: (
          <>
            <MarkedText text={item.label} positions={positions} />
            {keyword ? <span className={layout.small}> · {keyword}</span> : null}
          </>
        ),
        icon: item.command.icon,
        hint: (item.command.account && accountLabel(accounts, item.command.account)) ?? undefined,
        shortcut: item.command.keys[0],
        section: item.recency >= 0 && !text ? "Recently used" : text ? "Actions" : item.command.section,
        target: { run: item.command.run },
      }),
    );
  }, [commands, history, scope, text, accounts]);
}

/** Returns pinned and recent projects at once, and the service's as they are found. */
function useProjectItems(scope: PaletteScope, text: string): FoundItems {
  const wanted = scope === "all" || scope === "projects";
  const account = useCurrentAccount()?.id;
  const enabled = wanted && account !== undefined && (scope === "projects" || text.length >= 2);
  const found = useOperation(
    listProjects,
    enabled ? { search: text || undefined, simple: true, per_page: 20, order_by: "last_activity_at" } : null,
    { account, keepPrevious: true },
  );
  const { recent, pinned } = useRecentProjects();
  const accounts = useAccounts();
  const items = useMemo(() => {
    if (!wanted) return [];
    const known = [...pinned, ...recent].map((project) => ({
      account: project.account,
      path: project.path,
      name: project.name,
      label: project.path,
      boost: 0.1,
    }));
    const remote =
      account === undefined
        ? []
        : (found.data ?? []).map(({ path_with_namespace: path, name }) => ({
            account,
            path,
            name,
            label: path,
            boost: 0,
          }));
    const unique = new Map([...remote, ...known].map((entry) => [`${entry.account} ${entry.path}`, entry]));
    const all = [...unique.values()].sort((a, b) => b.boost - a.boost);
    return rank(all, text, scope === "projects" ? 40 : 6).map(({ item, positions }) => ({
      id: `project ${item.account} ${item.path}`,
      label: item.label,
      marked: <MarkedText text={item.label} positions={positions} />,
      mark: <Avatar name={item.name} size={18} square />,
      hint: accountLabel(accounts, item.account) ?? undefined,
      section: "Projects",
      target: { href: hrefs.project(item.account, item.path) },
    }));
  }, [wanted, found.data, recent, pinned, account, accounts, text, scope]);
  return { items, loading: enabled && found.isFetching, error: enabled ? found.error : null };
}

/** Returns branches, the default one first, and tags of the current project; choosing one opens it in the current view (files or commits). */
function useRefItems(scope: PaletteScope, text: string): FoundItems {
  const location = useAppLocation();
  const project = location.kind === "project" ? location : null;
  const wanted = project !== null && (scope === "people-and-refs" || (scope === "all" && text.length >= 2));
  const input = wanted ? { id: project.project, search: text || undefined, per_page: 20 } : null;
  const options = { account: project?.account, keepPrevious: true };
  const branches = useOperation(listBranches, input, options);
  const details = useOperation(getProject, project && wanted ? { id: project.project } : null, options);
  const tags = useOperation(listTags, input, options);
  if (!wanted) return { items: [], loading: false, error: null };
  const part = project.part === "commits" ? "commits" : "files";
  const limit = scope === "people-and-refs" ? 40 : 4;
  const tagNames = new Set((tags.data ?? []).map(({ name }) => name));
  const branchRefOf = (name: string) => (tagNames.has(name) ? branchRef(name) : name);
  const main = details.data?.default_branch ?? null;
  const toItems = (
    names: readonly string[],
    section: string,
    icon: typeof Tag,
    refOf: (name: string) => string,
  ): PaletteItem[] =>
    rank(
      names.map((label) => ({ label, boost: section === "Branches" && label === main ? 1 : 0 })),
      text,
      limit,
    ).map(({ item, positions }) => ({
      id: `${section} ${item.label}`,
      label: item.label,
      marked: <MarkedText text={item.label} positions={positions} />,
      icon,
      section,
      selected: project.search.ref === refOf(item.label),
      target: { href: hrefs.project(project.account, project.project, part, { ref: refOf(item.label) }) },
    }));
  return {
    items: [
      ...toItems(defaultFirst(branches.data ?? [], main, text), "Branches", GitBranch, branchRefOf),
      ...toItems(
        (tags.data ?? []).map(({ name }) => name),
        "Tags",
        Tag,
        tagRef,
      ),
    ],
    loading: branches.isFetching || tags.isFetching,
    error: branches.error ?? tags.error,
  };
}
