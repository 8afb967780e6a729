import { useRouter } from "@tanstack/react-router";
import { Dialog } from "radix-ui";
import { useEffect } from "react";
import { problemText } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/host.ts";
import { addChosenCommand } from "../../state/palette-history.ts";
import { openTab } from "../../state/tabs.ts";
import { FilterList } from "../../ui/filter-list.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useFocusReturn } from "../../ui/use-focus-return.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useAppLocation } from "../navigation/use-app-location.ts";
import styles from "./command-palette.module.css";
import type { PaletteItem } from "./palette-item.ts";
import { parsePaletteText } from "./palette-query.ts";
import { closePalette, setPaletteQuery, usePalette } from "./palette-state.ts";
import { useActionItems } from "./use-action-items.tsx";
import { useFileItems } from "./use-file-items.tsx";
import { useLinkItems } from "./use-link-items.ts";
import { usePeopleItems } from "./use-people-items.tsx";
import { useProjectItems } from "./use-project-items.tsx";
import { useRefItems } from "./use-ref-items.tsx";

/** The command palette: projects, people, the current project's files and refs, actions. */
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
  const items = links ?? [...projects.items, ...people.items, ...files.items, ...refs.items, ...actions];
  const choose = (item: PaletteItem, { newTab }: { readonly newTab: boolean }) => {
    closePalette();
    if ("run" in item.target) {
      addChosenCommand(item.id);
      // After the dialog has restored focus, so that the action may move it.
      return setTimeout(item.target.run);
    }
    const open = (href: string) => (newTab ? openTab(href) : history.push(href));
    return "find" in item.target ? void item.target.find().then(open) : open(item.target.href);
  };
  // A ref of the address that does not exist has no files.
  const failed = [projects, people, files, refs].find(
    ({ error }) => error !== null && toProblem(error).code !== "not_found",
  );
  const nothing = links
    ? "This link belongs to none of your accounts."
    : !inProject && scope === "files"
      ? "Open a project first to search its files."
      : "No matches";
  return (
    <FilterList
      label="Search and commands"
      placeholder={
        inProject ? "Search files, branches, projects and actions…" : "Search projects and actions…"
      }
      query={query}
      onQuery={setPaletteQuery}
      awaited={awaited}
      items={items}
      onChoose={choose}
      loading={projects.loading || people.loading || refs.loading || files.loading}
      empty={nothing}
      problem={links ? undefined : problemText(failed?.error)}
      size="l"
      footer={<PaletteFoot inProject={inProject} />}
    />
  );
}

function PaletteFoot({ inProject }: { readonly inProject: boolean }) {
  const scopes = [
    { prefix: ">", text: "actions" },
    { prefix: ":", text: "projects" },
    { prefix: "@", text: inProject ? "people, branches and tags" : "people" },
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
