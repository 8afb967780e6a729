import { useQueryClient } from "@tanstack/react-query";
import { createRelease, type Release, updateRelease } from "../../../shared/api/resources/releases.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { createWriteFlow } from "../../api/send-write.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { MarkdownField } from "../../features/comments/markdown-field.tsx";
import { refNameProblem } from "../../features/ref-picker/ref-name-problem.ts";
import { useFileUploads } from "../../features/uploads/use-file-uploads.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { DiscardButton } from "../../ui/buttons/discard-button.tsx";
import { acceptFiles } from "../../ui/forms/pick-files.ts";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import { DraftNotes } from "./draft-notes.tsx";
import { blankLink, isComplete, type LinkDraft, LinkFields } from "./link-fields.tsx";
import { freeName, typeOfFile } from "./link-types.ts";
import styles from "./releases.module.css";
import { saveLinks, sentLink, toLinkDraft } from "./save-links.ts";

type Fields = TypedDocument<"drafts", "release">["value"];

const blank: Fields = {
  ...{ tag: "", ref: "", name: "", description: "" },
  links: [],
  removedLinks: [],
  files: [],
};
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
  const initial: Fields = release
    ? {
        ...blank,
        tag: release.tag_name,
        name: release.name ?? "",
        description: release.description ?? "",
        links: (release.assets?.links ?? []).map(toLinkDraft),
      }
    : blank;
  const value = untouched ? initial : stored;
  // An upload may end after other fields were typed.
  const change = (patch: (now: Fields) => Partial<Fields>) =>
    drafts.change(key, (now) => {
      const current = JSON.stringify(now) === JSON.stringify(blank) ? initial : now;
      return { ...current, ...patch(current) };
    });
  const uploads = useFileUploads(project, ({ file, address }) =>
    change(({ links, files }) => {
      const name = freeName(
        file.name,
        links.map((link) => link.name),
      );
      return {
        links: [...links, { ...blankLink, name, url: address, type: typeOfFile(file.name) }],
        files: withoutOne(files, file.name),
      };
    }),
  );
  const addFiles = (files: readonly File[]) => {
    change((now) => ({ files: [...now.files, ...files.map(({ name }) => name)] }));
    uploads.add(files);
  };
  const removeUpload = (id: string) => {
    const name = uploads.uploads.find((upload) => upload.id === id)?.file.name ?? "";
    uploads.remove(id);
    change(({ files }) => ({ files: withoutOne(files, name) }));
  };
  const lost = uploads.uploads.reduce((files, { file }) => withoutOne(files, file.name), value.files);
  const create = useWrite(createRelease);
  const update = useWrite(updateRelease);
  const client = useQueryClient();
  const tags = useOperation(
    listTags,
    release || !value.tag ? null : { id: project, search: `^${value.tag}$` },
  );
  const known = (tags.data ?? []).some(({ name }) => name === value.tag);
  const tagProblem =
    release || known || value.tag === "" ? undefined : (refNameProblem(value.tag.trim()) ?? undefined);
  const isUploading = uploads.uploads.some(({ failure }) => failure === null);
  const submission = useSubmit(async () => {
    const name = value.name.trim() || value.tag;
    const { description } = value;
    const { links, removedLinks: removed } = value;
    if (release) {
      const one = { id: project, tag_name: release.tag_name };
      await update({ ...one, name, description });
      const isSame = JSON.stringify(links) === JSON.stringify(initial.links);
      const flow = createWriteFlow(client);
      if (!isSame) await saveLinks(account, flow, one, { links, removed }).finally(flow.end);
    } else {
      await create({
        id: project,
        tag_name: value.tag.trim(),
        name,
        description,
        ref: known ? undefined : value.ref.trim() || from,
        assets: links.length > 0 ? { links: links.map(createdLink) } : undefined,
      });
    }
    drafts.change(key, () => blank);
    toast.success(`Published ${name}`);
    onClose();
  });
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
        value.tag.trim() !== "" &&
        !tagProblem &&
        value.description.trim() !== "" &&
        value.links.every(isComplete) &&
        !isUploading
      }
    >
      {release ? null : (
        <div className={cx(flow.wrapEnd, styles.pair)}>
          <TextField
            label="Tag"
            mono
            autoFocus
            value={value.tag}
            onChange={(tag) => change(() => ({ tag }))}
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
              onChange={(ref) => change(() => ({ ref }))}
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
        onChange={(name) => change(() => ({ name }))}
      />
      <DraftNotes
        project={project}
        tag={value.tag.trim()}
        target={release || known ? tagRef(value.tag.trim()) : value.ref.trim() || from}
        onDraft={(notes) =>
          change((now) => ({ description: `${now.description.trim()}\n\n${notes}`.trimStart() }))
        }
      />
      <MarkdownField
        label="Release notes"
        rows={10}
        mono
        value={value.description}
        onChange={(description) => change(() => ({ description }))}
      />
      <div {...acceptFiles(addFiles)}>
        <LinkFields
          links={value.links}
          onChange={(links) => change(() => ({ links }))}
          onRemove={(link) =>
            change(({ links, removedLinks }) => ({
              links: links.filter((_, at) => at !== value.links.indexOf(link)),
              removedLinks: link.id === null ? removedLinks : [...removedLinks, link.id],
            }))
          }
          uploads={{ ...uploads, add: addFiles, remove: removeUpload }}
          lost={lost}
          onForget={(name) => change(({ files }) => ({ files: withoutOne(files, name) }))}
        />
      </div>
    </FormDialog>
  );
}

/** Returns a list without the first of the entries that are equal to one. */
function withoutOne(files: readonly string[], name: string): string[] {
  const index = files.indexOf(name);
  return files.filter((_, at) => at !== index);
}

/** Returns a link as a new release is sent with it; services ignore the name of the path that they do not know. */
function createdLink(link: LinkDraft) {
  const sent = sentLink(link);
  return sent.filepath === undefined ? sent : { ...sent, direct_asset_path: sent.filepath };
}
