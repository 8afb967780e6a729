import { RotateCw, X } from "lucide-react";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import tones from "../../ui/theme/tone.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import styles from "./uploads.module.css";
import type { FileUploads } from "./use-file-uploads.ts";

/** Uploads in progress with their size, and failed ones with the reason; nothing where there are none. */
export function UploadRows({ uploads, retry, remove }: FileUploads) {
  if (uploads.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label="Uploads">
      {uploads.map(({ id, file, progress, failure }) => (
        <li key={id} className={styles.upload}>
          <bdi className={styles.name}>{file.name}</bdi>
          {failure === null ? (
            <>
              <ProgressBar
                className={styles.bar ?? ""}
                label={`Uploading ${file.name}`}
                value={progress >= 1 ? null : progress}
              />
              <span className={styles.size}>
                {formatBytes(progress * file.size)} of {formatBytes(file.size)}
              </span>
            </>
          ) : (
            <>
              <span className={tones.danger} role="alert">
                Not uploaded: {failure}
              </span>
              <Button writes size="s" icon={RotateCw} onClick={() => retry(id)}>
                Retry
              </Button>
            </>
          )}
          <IconButton
            writes={false}
            size="s"
            icon={X}
            label={failure === null ? `Cancel the upload of ${file.name}` : `Remove ${file.name}`}
            onClick={() => remove(id)}
          />
        </li>
      ))}
    </ul>
  );
}
