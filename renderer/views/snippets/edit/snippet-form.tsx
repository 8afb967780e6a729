import { useQuery } from "@tanstack/react-query";
import { SquareCode } from "lucide-react";
import { useState } from "react";
import {
  createProjectSnippet,
  type Snippet,
  updateProjectSnippet,
} from "../../../../shared/api/resources/project-snippets.ts";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import { createSnippet, updateSnippet } from "../../../../shared/api/resources/snippets.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { MarkdownField } from "../../../features/comments/markdown-field.tsx";
import { clearMergeDraft } from "../../../features/three-way-merge/merge-draft.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { type SnippetAddress, useGoToSnippet, useSnippetAddress } from "../model/snippet-address.ts";
import { visibilities } from "../model/visibility.ts";
import snippetsStyles from "../snippets.module.css";
import { ConflictPanel } from "./conflict-panel.tsx";
import { FileEditor } from "./file-editor.tsx";
import { mergeSnippet, resolveConflict, type SnippetConflict } from "./merge-snippet.ts";
import {
  blankDraft,
  type Draft,
  type DraftFile,
  draftOf,
  draftStart,
  orNull,
  readContentNow,
  withFile,
} from "./snippet-content.ts";
import styles from "./snippet-edit.module.css";
import { changesOf, createWith, type SnippetWrites, updateWith } from "./write-snippet.ts";

interface SnippetFormProps {
  readonly address: SnippetAddress;
  readonly draft: Draft;
  /** Whether the draft is on disk. */
  readonly isStored: boolean;
  readonly store: (draft: Draft | null) => void;
  readonly restore: (draft: Draft) => void;
  /** Restores a file that was removed from a draft, at its former index. */
  readonly restoreFile: (draft: Draft, file: DraftFile, index: number) => void;
}

/** Title, description, files, visibility and expiry of a snippet. */
function SnippetForm({ address, draft, isStored, store, restore, restoreFile }: SnippetFormProps) {
  const go = useGoToSnippet();
  const { save, isPending, failure, conflicts, resolve } = useSave(address, store);
  const change = (patch: Partial<Draft>) => {
    store(orNull({ ...draft, ...patch }));
  };
  const draftKey = snippetDraftKey(address);
  const missing = whyNot(draft);
  const isReady = missing === null && conflicts.length === 0;
  const discard = () => {
    store(null);
    toast.discarded("your changes", () => restore(draft));
    go(address, draft.base ? address.id : null);
  };
  const title = draft.base ? `Edit $${address.id}` : "New snippet";
  return (
    <section className={cx(flow.scroll, styles.page)} aria-label={title} {...focusable}>
      <PageHeader
        title={title}
        icon={SquareCode}
        meta={draft.base ? draft.base.title : address.project ? undefined : "Personal snippet, in no project"}
      />
      <Form
        className={styles.form}
        submission={{ submit: () => save(draft), isPending, failure }}
        isReady={isReady}
      >
        {conflicts.length > 0 ? (
          <ConflictPanel
            draftKey={draftKey}
            conflicts={conflicts}
            onSettle={(conflict, text) => {
              if (conflict.kind === "file") clearMergeDraft(`${draftKey} ${conflict.key}`);
              store(resolveConflict(draft, conflict, text));
              resolve(conflict);
            }}
          />
        ) : null}
        <div className={styles.main}>
          <TextField
            label="Title"
            value={draft.title}
            maxLength={255}
            onChange={(text) => change({ title: text })}
            autoFocus={!draft.base}
          />
          <FileEditor
            files={draft.files}
            base={draft.base?.files ?? []}
            onFiles={(files) => change({ files })}
            onRestore={(file, index) => restoreFile(draft, file, index)}
            onSave={() => {
              if (isReady) save(draft);
            }}
          />
          <MarkdownField
            label="Description (Markdown supported)"
            rows={4}
            value={draft.description}
            onChange={(description) => change({ description })}
          />
        </div>
        <div className={styles.side}>
          <VisibilityField value={draft.visibility} onChange={(visibility) => change({ visibility })} />
          <ExpiryField value={draft.expires} onChange={(expires) => change({ expires })} />
        </div>
        <div className={styles.foot}>
          {failure ? <ErrorState inline {...failure} /> : null}
          <div className={styles.actions}>
            <Button type="submit" variant="primary" loading={isPending} disabled={!isReady}>
              {draft.base ? "Save changes" : "Create snippet"}
            </Button>
            <Destination />
            <span className={layout.small} role="status">
              {conflicts.length > 0
                ? "Resolve conflicts first."
                : [isStored ? "Draft saved" : null, missing].filter(Boolean).join(" · ")}
            </span>
            <DiscardButton
              isChanged={isStored}
              onClick={isStored ? discard : () => go(address, draft.base ? address.id : null)}
            />
          </div>
        </div>
      </Form>
    </section>
  );
}

const focusable = { tabIndex: 0 };

/** Returns what is missing before a draft can be saved, or null. */
function whyNot({ title, files }: Draft): string | null {
  if (title.trim() === "") return "Enter a title.";
  if (files.some(({ path }) => path.trim() === "")) return "Enter a file name.";
  if (new Set(files.map(({ path }) => path)).size < files.length) return "Two files have the same name.";
  const empty = files.find(({ content }) => content === "");
  return empty ? `${empty.path} is empty.` : null;
}

interface VisibilityFieldProps {
  readonly value: Visibility;
  readonly onChange: (value: Visibility) => void;
}

/** Visibility of a snippet, each choice with what it means. */
function VisibilityField({ value, onChange }: VisibilityFieldProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>Visibility</legend>
      {visibilities.map((each) => (
        <label key={each.value} className={styles.choice}>
          <input
            type="radio"
            name="visibility"
            value={each.value}
            checked={value === each.value}
            onChange={() => onChange(each.value)}
          />
          <span>
            <span className={styles.choiceName}>
              <Icon of={each.icon} size={14} /> {each.label}
            </span>
            <span className={layout.small}>{each.meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ExpiryFieldProps {
  /** ISO 8601; empty for never. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Time at which a snippet is deleted by itself, in local time. */
function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const past = value !== "" && Date.parse(value) <= Date.now();
  return (
    <div className={cx(flow.stackStart, styles.expiry)}>
      <TextField
        label="Expires"
        type="datetime-local"
        value={toLocal(value)}
        onChange={(local) => onChange(local === "" ? "" : new Date(local).toISOString())}
        error={past ? "Choose a time in the future." : undefined}
        hint="Leave empty to keep it forever. Many services ignore it."
      />
      {value === "" ? null : (
        <Button size="s" variant="ghost" onClick={() => onChange("")}>
          Never expires
        </Button>
      )}
    </div>
  );
}

/** Returns a time as the field of a browser writes it. */
function toLocal(iso: string): string {
  if (iso === "") return "";
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * Saves a draft. A snippet that exists is read again before: what someone else changed meanwhile is merged, and where
 * both changed the same, nothing is sent before the user has chosen.
 */
function useSave(address: SnippetAddress, store: (draft: Draft | null) => void) {
  const write: SnippetWrites = {
    create: useWrite(createSnippet),
    createInProject: useWrite(createProjectSnippet),
    update: useWrite(updateSnippet),
    updateInProject: useWrite(updateProjectSnippet),
  };
  const go = useGoToSnippet();
  const [conflicts, setConflicts] = useState<readonly SnippetConflict[]>([]);
  const finish = (saved: Snippet, draft: Draft) => {
    store(null);
    go(address, saved.id);
    if (draft.expires && !saved.expires_at) {
      toast.warning("This service ignored the expiry", { description: "The snippet never expires." });
    }
  };
  const send = async (draft: Draft): Promise<void> => {
    if (!draft.base) return finish(await createWith(write, address.project, draft), draft);
    const theirs = await readContentNow(address);
    const moved = theirs.updatedAt !== draft.base.updatedAt;
    const merged = moved ? mergeSnippet(draft, theirs) : { draft, conflicts: [] };
    if (moved) store(merged.draft);
    setConflicts(merged.conflicts);
    if (merged.conflicts.length > 0) return;
    if (Object.keys(changesOf(merged.draft)).length === 0) {
      store(null);
      return go(address, address.id);
    }
    finish(await updateWith(write, address, merged.draft), merged.draft);
    if (moved) toast.info("Merged with changes that were saved meanwhile");
  };
  const { submit, isPending, failure } = useSubmit(send);
  return {
    save: submit,
    isPending,
    failure,
    conflicts,
    resolve: (conflict: SnippetConflict) => setConflicts((now) => now.filter((each) => each !== conflict)),
  };
}

const drafts = createStoredValues("drafts", "snippet", null);

/** Returns the key of a snippet's draft. */
const snippetDraftKey = ({ account, project, id }: SnippetAddress): string =>
  `snippet ${JSON.stringify([account, project, Number.isNaN(id) ? "new" : id])}`;

/** The draft of a snippet, on disk as it is typed; null where nothing was typed. */
function useSnippetDraft(address: SnippetAddress) {
  const key = snippetDraftKey(address);
  const { value, loaded } = useStoredValue(drafts, key);
  return {
    stored: value,
    loaded,
    store: (next: Draft | null) => drafts.change(key, () => next),
    /** Restores a discarded draft, unless something has been typed since. */
    restore: (gone: Draft) => drafts.change(key, (now) => now ?? gone),
    /** Restores a file that was removed from a draft, beside what has been typed since. */
    restoreFile: (from: Draft, file: DraftFile, index: number) =>
      drafts.change(key, (now) => orNull(withFile(now ?? draftStart(from), file, index))),
  };
}

/** A snippet to write: a new one, or one that exists. What is typed is a draft at once. */
export function SnippetEditView() {
  const address = useSnippetAddress();
  return <Editor key={JSON.stringify(address)} address={address} />;
}

const blank = blankDraft();

function Editor({ address }: { readonly address: SnippetAddress }) {
  const draft = useSnippetDraft(address);
  const isNew = Number.isNaN(address.id);
  const wanted = draft.loaded && draft.stored === null && !isNew;
  // Read once: changes on the service meanwhile are merged when the draft is saved.
  const now = useQuery({
    queryKey: ["snippet-content", address],
    queryFn: () => readContentNow(address),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const start = isNew ? blank : now.data ? draftOf(now.data) : null;
  const value = draft.stored ?? start;
  if (draft.loaded && value) {
    return <SnippetForm address={address} draft={value} isStored={draft.stored !== null} {...draft} />;
  }
  if (now.error) return <ErrorState {...describeProblem(now.error)} onRetry={() => void now.refetch()} />;
  return (
    <div className={snippetsStyles.padded}>
      <Skeleton lines={10} label="Loading the snippet" />
    </div>
  );
}
