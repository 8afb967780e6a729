import { Plus, Upload, X } from "lucide-react";
import { linkTypes } from "../../../shared/api/resources/release-links.ts";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { UploadRows } from "../../features/uploads/upload-rows.tsx";
import type { FileUploads } from "../../features/uploads/use-file-uploads.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { pickFiles } from "../../ui/forms/pick-files.ts";
import { Select } from "../../ui/forms/select.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import tones from "../../ui/theme/tone.module.css";
import { typeNames } from "./link-types.ts";
import styles from "./releases.module.css";

type Fields = TypedDocument<"drafts", "release">["value"];
/** A link as the form has it. */
export type LinkDraft = Fields["links"][number];

export const blankLink: LinkDraft = { id: null, name: "", url: "", type: "other", filepath: "" };

const types = linkTypes.map((value) => ({ value, label: typeNames[value] }));

const isAddress = (url: string): boolean =>
  URL.canParse(url) && /^(?:https?|ftp):$/.test(new URL(url).protocol);

/** Returns whether a link can be published. */
export const isComplete = ({ name, url, filepath }: LinkDraft): boolean =>
  name.trim() !== "" && isAddress(url) && (filepath === "" || filepath.startsWith("/"));

interface LinkFieldsProps {
  readonly links: readonly LinkDraft[];
  readonly onChange: (links: LinkDraft[]) => void;
  readonly onRemove: (link: LinkDraft) => void;
  readonly uploads: FileUploads;
  /** Names of files that were lost with the form they were chosen in. */
  readonly lost: readonly string[];
  readonly onForget: (name: string) => void;
}

/** The links and files of a release, in its form. */
export function LinkFields({ links, onChange, onRemove, uploads, lost, onForget }: LinkFieldsProps) {
  const set = (index: number, patch: Partial<LinkDraft>) =>
    onChange(links.map((link, i) => (i === index ? { ...link, ...patch } : link)));
  const choose = () => void pickFiles({ multiple: true }).then(uploads.add);
  return (
    <fieldset className={styles.links}>
      <legend>Files and links</legend>
      {links.map((link, i) => (
        // New links have no id; their index is the key.
        <fieldset key={String(i)} className={styles.link} aria-label={link.name || `Link ${i + 1}`}>
          <div className={cx(flow.wrapEnd, styles.pair)}>
            <TextField
              label={`Name of link ${i + 1}`}
              value={link.name}
              onChange={(name) => set(i, { name })}
            />
            <TextField
              label={`URL of link ${i + 1}`}
              mono
              value={link.url}
              onChange={(url) => set(i, { url })}
              error={
                link.url !== "" && !isAddress(link.url)
                  ? "Enter a URL that starts with https:// or http://."
                  : undefined
              }
            />
            <IconButton label={`Remove link ${i + 1}`} icon={X} onClick={() => onRemove(link)} />
          </div>
          <div className={cx(flow.wrapEnd, styles.pair)}>
            <Select
              label={`Type of link ${i + 1}`}
              value={link.type}
              onChange={(type) => set(i, { type })}
              options={types}
            />
            <TextField
              label={`Download path of link ${i + 1}`}
              mono
              placeholder="/bin/app"
              value={link.filepath}
              onChange={(filepath) => set(i, { filepath })}
              error={
                link.filepath !== "" && !link.filepath.startsWith("/")
                  ? "Begin with a slash, as in /bin/app."
                  : undefined
              }
            />
          </div>
        </fieldset>
      ))}
      <UploadRows {...uploads} />
      {uploads.uploads.some(({ failure }) => failure === null) ? (
        <p className={layout.muted}>
          A file is not part of the draft before it is uploaded: it is lost if you close the form now.
        </p>
      ) : null}
      {lost.map((name) => (
        <p key={name} className={flow.wrap}>
          <bdi className={styles.fileName}>{name}</bdi>
          <span className={tones.danger}>
            Not uploaded: the form was closed meanwhile. Choose the file again.
          </span>
          <IconButton
            writes={false}
            size="s"
            icon={X}
            label={`Remove ${name}`}
            onClick={() => onForget(name)}
          />
        </p>
      ))}
      <div className={flow.wrap}>
        <Button writes={false} size="s" icon={Plus} onClick={() => onChange([...links, blankLink])}>
          Add link
        </Button>
        <Button writes size="s" icon={Upload} onClick={choose}>
          Upload files…
        </Button>
        <span className={layout.muted}>or drop them here</span>
      </div>
    </fieldset>
  );
}
