import { RotateCw, X } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import tones from "../../../ui/tone.module.css";
import styles from "./edit.module.css";
import type { Placeholder } from "./placeholders.ts";
import type { Uploads } from "./use-uploads.ts";

/** Uploads in progress and failed ones. */
export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  if (uploads.uploads.length === 0 && uploads.lost.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label="Uploads">
      {uploads.uploads.map(({ id, file, progress, failure }) => (
        <li key={id} className={styles.upload}>
          <bdi className={styles.uploadName}>{file.name}</bdi>
          {failure === null ? (
            <ProgressBar
              className={styles.uploadBar ?? ""}
              label={`Uploading ${file.name}, ${formatBytes(file.size)}`}
              value={progress >= 1 ? null : progress}
            />
          ) : (
            <>
              <span className={tones.danger} role="alert">
                Not uploaded: {failure}
              </span>
              <Button size="s" icon={RotateCw} onClick={() => uploads.retry(id)}>
                Retry
              </Button>
            </>
          )}
          <IconButton size="s" icon={X} label={`Remove ${file.name}`} onClick={() => uploads.remove(id)} />
        </li>
      ))}
      {uploads.lost.map((placeholder) => (
        <Lost key={placeholder.id} placeholder={placeholder} uploads={uploads} />
      ))}
    </ul>
  );
}

function Lost({ placeholder, uploads }: { readonly placeholder: Placeholder; readonly uploads: Uploads }) {
  const input = useRef<HTMLInputElement>(null);
  const { id, name } = placeholder;
  return (
    <li className={styles.upload}>
      <bdi className={styles.uploadName}>{name}</bdi>
      <span className={tones.danger}>Not uploaded: Helve was closed meanwhile.</span>
      <Button size="s" onClick={() => input.current?.click()}>
        Choose the file again
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) uploads.retry(id, file);
        }}
      />
      <IconButton size="s" icon={X} label={`Remove ${name}`} onClick={() => uploads.remove(id)} />
    </li>
  );
}
