import { Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { type DescribedProblem, describeProblem } from "../../api/describe-problem.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import shared from "../../ui/layout.module.css";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { exportPage, exportPatch } from "../../workers/export/export-engine.ts";
import type {
  Exported,
  ExportLayout,
  ExportProgress,
  ExportSubject,
  ExportTheme,
} from "../../workers/export/export-types.ts";
import styles from "./export-dialog.module.css";
import { exportName } from "./export-name.ts";
import { printPage } from "./print-page.ts";

interface ExportDialogProps {
  /** Null until its files and comments are read. */
  readonly subject: ExportSubject | null;
  /** The read that failed, without which there is no subject. */
  readonly failed?: { readonly error: unknown; readonly refetch: () => unknown } | undefined;
  /** Returns a file with the diff that the service left out of it, where it can be made. */
  readonly complete?: ((file: DiffFile, signal: AbortSignal) => Promise<DiffFile>) | undefined;
  readonly onClose: () => void;
}

type Format = "page" | "patch";

/** Saves changes as a page that opens anywhere or as a patch, or prints them. */
export function ExportDialog({ subject, failed, complete, onClose }: ExportDialogProps) {
  const shown = usePreferences((preferences) => preferences.diff);
  const [format, setFormat] = useState<Format>("page");
  const [layout, setLayout] = useState<ExportLayout>(shown);
  const [theme, setTheme] = useState<ExportTheme>("auto");
  const [comments, setComments] = useState(true);
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isPage = format === "page";

  const run = async (finish: (subject: ExportSubject, exported: Exported) => Promise<void> | void) => {
    if (!subject) return;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, total: subject.files.length });
    const call = { signal: controller.signal, onPart: setProgress };
    try {
      const files: DiffFile[] = [];
      for (const file of subject.files) files.push(complete ? await complete(file, controller.signal) : file);
      const whole = { ...subject, files };
      const made = new Date().toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
      const exported = await (isPage
        ? exportPage(whole, { layout, theme, comments, made }, call)
        : exportPatch(whole, call));
      await finish(subject, exported);
      onClose();
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      setProgress(null);
    }
  };
  const submission = useSubmit(
    () =>
      run((of, { blob, omitted }) => {
        const name = exportName(of, isPage ? "html" : "patch");
        saveBlob(blob, name);
        toast.success(
          `Exported ${name}`,
          omitted.length > 0 ? { description: omittedText(omitted, isPage) } : {},
        );
      }),
    { explain },
  );
  const printing = useSubmit(() => run((_, { blob }) => printPage(blob)), { explain });
  const cancel = () => (progress ? running.current?.abort() : onClose());

  return (
    <FormDialog
      onClose={cancel}
      title="Export changes"
      description={
        subject
          ? `${subject.kind} ${subject.reference}: ${subject.title}`
          : failed
            ? undefined
            : "Loading the changes"
      }
      submitLabel="Export"
      submission={{ ...submission, failure: submission.failure ?? printing.failure }}
      isReady={subject !== null && progress === null}
      actions={
        isPage ? (
          <Button icon={Printer} disabled={!subject || progress !== null} onClick={printing.submit}>
            Print…
          </Button>
        ) : null
      }
    >
      {failed ? (
        <ErrorState compact {...describeProblem(failed.error)} onRetry={() => void failed.refetch()} />
      ) : subject === null ? (
        <Skeleton lines={4} height={24} label="Loading the changes" />
      ) : (
        <div className={styles.options}>
          <span className={shared.muted}>Format</span>
          <SegmentedControl
            label="Format"
            value={format}
            onChange={setFormat}
            options={subject.patchable ? formats : formats.slice(0, 1)}
          />
          {isPage ? (
            <>
              <span className={shared.muted}>Layout</span>
              <SegmentedControl label="Layout" value={layout} onChange={setLayout} options={layouts} />
              <span className={shared.muted}>Theme</span>
              <SegmentedControl label="Theme" value={theme} onChange={setTheme} options={themes} />
              <span className={shared.muted}>Comments</span>
              <Checkbox
                label={
                  subject.threads.length === 0
                    ? "No comments"
                    : `Include ${subject.threads.length.toLocaleString()} ${subject.threads.length === 1 ? "thread" : "threads"}`
                }
                checked={comments && subject.threads.length > 0}
                disabled={subject.threads.length === 0}
                onChange={setComments}
              />
            </>
          ) : null}
          <p className={styles.hint}>
            {isPage
              ? "One HTML file without scripts that opens in any browser, also offline."
              : subject.mail
                ? "Apply it with git am: author, date, message and every byte are kept."
                : "Apply it with git apply."}
          </p>
        </div>
      )}
      {progress ? (
        <div className={styles.progress}>
          <ProgressBar
            label="Exporting"
            value={progress.total === 0 ? null : progress.done / progress.total}
          />
          <span role="status">
            {progress.done.toLocaleString()} of {progress.total.toLocaleString()} files
          </span>
        </div>
      ) : null}
    </FormDialog>
  );
}

const explain = (failure: DescribedProblem): DescribedProblem => ({ ...failure, title: "Could not export" });

const formats = [
  { value: "page", label: "HTML" },
  { value: "patch", label: "Patch" },
] as const;
const layouts = [
  { value: "split", label: "Side by side" },
  { value: "unified", label: "Unified" },
] as const;
const themes = [
  { value: "auto", label: "Reader's choice" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

function omittedText(paths: readonly string[], isPage: boolean): string {
  const names = paths.slice(0, 3).join(", ");
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
  return isPage
    ? `The service left out the diff of ${names}${more}.`
    : `Not in the patch, since their contents could not be read: ${names}${more}.`;
}
