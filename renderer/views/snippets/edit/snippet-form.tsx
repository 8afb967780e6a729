import { SquareCode } from "lucide-react";
import { MarkdownField } from "../../../features/comments/markdown-field.tsx";
import { clearMergeDraft } from "../../../features/three-way-merge/merge-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Destination } from "../../../ui/destination.tsx";
import { DiscardButton } from "../../../ui/discard-button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Form } from "../../../ui/form.tsx";
import layout from "../../../ui/layout.module.css";
import { PageHeader } from "../../../ui/page-header.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { type SnippetAddress, useGoToSnippet } from "../model/snippet-address.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { type Draft, type DraftFile, orNull } from "./content.ts";
import { snippetDraftKey } from "./drafts.ts";
import styles from "./edit.module.css";
import { ExpiryField } from "./expiry-field.tsx";
import { FileEditor } from "./file-editor.tsx";
import { resolveConflict } from "./merge-snippet.ts";
import { useSave } from "./use-save.ts";
import { VisibilityField } from "./visibility-field.tsx";

interface SnippetFormProps {
  readonly address: SnippetAddress;
  readonly draft: Draft;
  /** Whether the draft is on disk. */
  readonly isStored: boolean;
  readonly store: (draft: Draft | null) => void;
  /** Restores a discarded draft. */
  readonly restore: (draft: Draft) => void;
  /** Restores a file that was removed from a draft, at its former index. */
  readonly restoreFile: (draft: Draft, file: DraftFile, index: number) => void;
}

/** Title, description, files, visibility and expiry of a snippet. */
export function SnippetForm({ address, draft, isStored, store, restore, restoreFile }: SnippetFormProps) {
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
        meta={draft.base ? draft.base.title : (address.project ?? "Personal snippet, in no project")}
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
