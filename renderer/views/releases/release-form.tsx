import { Plus, X } from "lucide-react";
import { createRelease, type Release, updateRelease } from "../../../shared/api/resources/releases.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { MarkdownField } from "../../features/comments/markdown-field.tsx";
import { refNameProblem } from "../../features/ref-picker/ref-name-problem.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { DiscardButton } from "../../ui/buttons/discard-button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { DraftNotes } from "./draft-notes.tsx";
import styles from "./releases.module.css";

type Fields = TypedDocument<"drafts", "release">["value"];

const blank: Fields = { tag: "", ref: "", name: "", description: "", links: [] };
const drafts = createStoredValues("drafts", "release", blank);

interface ReleaseFormProps {
  readonly project: string;
  /** Branch that a new tag is made from unless another is named. */
  readonly from: string;
  /** The release to edit; null for a new one. */
  readonly release: Release | null;
  readonly onClose: () => void;
}

/** The form of a release: tag, name, notes with a preview, and links. The draft is stored until it is published. */
export function ReleaseForm({ project, from, release, onClose }: ReleaseFormProps) {
  const account = useAccountId();
  const key = JSON.stringify([account, project, release?.tag_name ?? null]);
  const stored = useStoredValue(drafts, key).value;
  const untouched = JSON.stringify(stored) === JSON.stringify(blank);
  const value: Fields =
    release && untouched
      ? { ...blank, tag: release.tag_name, name: release.name ?? "", description: release.description ?? "" }
      : stored;
  const change = (patch: Partial<Fields>) => drafts.change(key, () => ({ ...value, ...patch }));
  const create = useWrite(createRelease);
  const update = useWrite(updateRelease);
  const tags = useOperation(
    listTags,
    release || !value.tag ? null : { id: project, search: `^${value.tag}$` },
  );
  const known = (tags.data ?? []).some(({ name }) => name === value.tag);
  const tagProblem =
    release || known || value.tag === "" ? undefined : (refNameProblem(value.tag.trim()) ?? undefined);
  const wrongLink = value.links.find(({ name, url }) => name.trim() === "" || !URL.canParse(url));
  const submission = useSubmit(async () => {
    const name = value.name.trim() || value.tag;
    const { description } = value;
    if (release) await update({ id: project, tag_name: release.tag_name, name, description });
    else {
      await create({
        id: project,
        tag_name: value.tag.trim(),
        name,
        description,
        ref: known ? undefined : value.ref.trim() || from,
        assets: value.links.length > 0 ? { links: value.links } : undefined,
      });
    }
    drafts.change(key, () => blank);
    toast.success(`Published ${name}`);
    onClose();
  });
  const setLink = (index: number, patch: Partial<Fields["links"][number]>) =>
    change({ links: value.links.map((link, i) => (i === index ? { ...link, ...patch } : link)) });
  return (
    <FormDialog
      onClose={onClose}
      title={release ? `Edit ${release.name ?? release.tag_name}` : "New release"}
      description={untouched ? undefined : "Not published yet. Your draft is saved as you type."}
      size="l"
      submitLabel="Publish"
      actions={
        untouched ? null : (
          <DiscardButton
            onClick={() => {
              drafts.change(key, () => blank);
              onClose();
              toast.discarded("release draft", () =>
                drafts.change(key, (now) => (now === blank ? value : now)),
              );
            }}
          />
        )
      }
      submission={submission}
      isReady={
        value.tag.trim() !== "" && !tagProblem && value.description.trim() !== "" && wrongLink === undefined
      }
    >
      {release ? null : (
        <div className={cx(flow.wrapEnd, styles.pair)}>
          <TextField
            label="Tag"
            mono
            autoFocus
            value={value.tag}
            onChange={(tag) => change({ tag })}
            error={tagProblem}
            hint={
              value.tag === ""
                ? "An existing tag or a new name"
                : known
                  ? "This tag exists."
                  : "This tag will be created."
            }
          />
          {known ? null : (
            <TextField
              label="Target"
              mono
              value={value.ref}
              placeholder={from}
              onChange={(ref) => change({ ref })}
              hint="A branch, a tag or a commit's hash"
            />
          )}
        </div>
      )}
      <TextField
        label="Name"
        autoFocus={release !== null}
        value={value.name}
        placeholder={value.tag}
        onChange={(name) => change({ name })}
      />
      <DraftNotes
        project={project}
        tag={value.tag.trim()}
        target={release || known ? tagRef(value.tag.trim()) : value.ref.trim() || from}
        onDraft={(notes) => change({ description: `${value.description.trim()}\n\n${notes}`.trimStart() })}
      />
      <MarkdownField
        label="Release notes"
        rows={10}
        mono
        value={value.description}
        onChange={(description) => change({ description })}
      />
      {release ? (
        <p className={layout.muted}>Links of a published release cannot be changed.</p>
      ) : (
        <fieldset className={styles.links}>
          <legend>Links</legend>
          {value.links.map((link, i) => (
            // Links have no id while they are edited; their index is the key.
            <div key={String(i)} className={cx(flow.wrapEnd, styles.pair)}>
              <TextField
                label={`Name of link ${i + 1}`}
                value={link.name}
                onChange={(name) => setLink(i, { name })}
              />
              <TextField
                label={`URL of link ${i + 1}`}
                mono
                value={link.url}
                onChange={(url) => setLink(i, { url })}
                error={
                  link.url !== "" && !URL.canParse(link.url)
                    ? "Enter a URL that starts with https:// or http://."
                    : undefined
                }
              />
              <IconButton
                label={`Remove link ${i + 1}`}
                icon={X}
                onClick={() => change({ links: value.links.filter((_, at) => at !== i) })}
              />
            </div>
          ))}
          <Button
            size="s"
            icon={Plus}
            onClick={() => change({ links: [...value.links, { name: "", url: "" }] })}
          >
            Add link
          </Button>
        </fieldset>
      )}
    </FormDialog>
  );
}
