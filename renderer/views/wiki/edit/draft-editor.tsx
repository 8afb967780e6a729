import { Undo2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import {
  discardWikiDraft,
  restoreWikiDraft,
  saveWikiDraft,
  useWikiDrafts,
  type WikiDraft,
  type WikiText,
  wikiDraftKey,
} from "../../../state/wiki-drafts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { useWiki, useWikiAddress } from "../model/use-wiki.ts";
import { formats, knownFormat, type PageFormat, slugOfTitle } from "../model/wiki-page.ts";
import { EditorPanes } from "./editor-panes.tsx";
import { Obstacle } from "./obstacle.tsx";
import { useUploads } from "./uploads.tsx";
import { useSavePage } from "./use-save-page.ts";
import styles from "./wiki-edit.module.css";

/** A page's title, format and text beside its preview. Every keystroke is stored; saving reads the page first. */
export function DraftEditor({ start }: { readonly start: WikiDraft }) {
  const { account, go, hrefOf } = useWiki();
  const { search } = useWikiAddress();
  const stored = useWikiDrafts((state) => state.drafts[wikiDraftKey(start, start.id)]);
  const draft = stored ?? start;
  const { base, text } = draft;
  const title = useRef<HTMLInputElement>(null);
  const change = (patch: Partial<WikiText>) =>
    saveWikiDraft({ ...draft, text: { ...latest(draft).text, ...patch } });
  const uploads = useUploads(draft);
  const saving = useSavePage(draft, uploads.waiting);
  const leave =
    base === null ? hrefOf({ kind: "page", slug: "home" }) : hrefOf({ kind: "page", slug: start.id });
  const discard = () => {
    const gone = discardWikiDraft(draft, draft.id);
    if (gone) toast.discarded("your changes", () => restoreWikiDraft(gone));
    go(leave);
  };
  const save = saving.save;
  useRegisterCommands([
    {
      id: "wiki.save",
      title: "Save page",
      section: "Wiki",
      account,
      run: save,
    },
  ]);
  useEffect(() => {
    if (search.focus === "title") title.current?.select();
  }, [search.focus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };
  return (
    <form
      className={cx(layout.page, styles.page)}
      aria-label={base === null ? "New page" : "Edit page"}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <PageHeader
        // The field of the title says where the page is.
        place=""
        title={<VisuallyHidden>{base === null ? "New page" : `Editing ${base.title}`}</VisuallyHidden>}
        tools={
          <>
            <TextField
              ref={title}
              label="Title, with folders before a slash"
              hideLabel
              placeholder="Title, or folder/title"
              className={styles.title ?? ""}
              value={text.title}
              onChange={(value) => change({ title: value })}
              autoFocus={base === null && text.title === ""}
            />
            <Select<PageFormat>
              label="Format"
              hideLabel
              value={knownFormat(text.format)}
              onChange={(format) => change({ format })}
              options={formats}
            />
            <DraftStatus isDraft={stored !== undefined} />
          </>
        }
        actions={
          <div className={styles.actions}>
            <DiscardButton
              isChanged={stored !== undefined}
              icon={stored ? Undo2 : undefined}
              onClick={discard}
            />
            <Destination />
            <Button
              type="submit"
              variant="primary"
              loading={saving.isPending}
              disabled={saving.missing !== null || (base !== null && !stored)}
              title={saving.missing ?? undefined}
            >
              {base === null ? "Create page" : "Save changes"}
            </Button>
          </div>
        }
      />
      <AddressLine
        slug={slugOfTitle(text.title)}
        isNew={base === null}
        isMoved={base !== null && base.title !== text.title}
        missing={stored ? saving.missing : null}
      />
      {saving.failure ? <ErrorState inline {...saving.failure} onRetry={save} /> : null}
      {saving.obstacle ? (
        <Obstacle draft={draft} outcome={saving.obstacle} onSettled={saving.settle} />
      ) : (
        <EditorPanes draft={draft} uploads={uploads} onContent={(content) => change({ content })} />
      )}
    </form>
  );
}

/** The current draft: an upload may have changed its text since the last render. */
const latest = (draft: WikiDraft): WikiDraft =>
  useWikiDrafts.getState().drafts[wikiDraftKey(draft, draft.id)] ?? draft;

interface AddressLineProps {
  readonly slug: string;
  readonly isNew: boolean;
  readonly isMoved: boolean;
  readonly missing: string | null;
}

/** The page's future path, where it is a new one, and what is missing to save it. */
function AddressLine({ slug, isNew, isMoved, missing }: AddressLineProps) {
  const address = slug && (isNew || isMoved);
  if (!address && !missing) return null;
  return (
    <div className={styles.address}>
      {address ? (
        <span>
          {isMoved ? "Moves to " : "Address: "}
          <code>{slug}</code>
        </span>
      ) : null}
      {missing ? <span>{missing}</span> : null}
    </div>
  );
}

/** Status text of a draft: whether it is on disk. */
function DraftStatus({ isDraft }: { readonly isDraft: boolean }) {
  const unsaved = useWikiDrafts((state) => state.unsaved);
  const failure = useWikiDrafts((state) => state.failure);
  return (
    <span role="status" className={styles.status}>
      {failure
        ? `Draft not saved: ${failure}`
        : unsaved > 0
          ? "Saving the draft…"
          : isDraft
            ? "Draft saved"
            : "No changes"}
    </span>
  );
}
