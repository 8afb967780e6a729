import { Copy, FileDown, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { Optional } from "../../../shared/optional.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { type DescribedProblem, describeProblem } from "../../api/describe-problem.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { copyText } from "../../ui/buttons/copy-button.tsx";
import { saveBlob } from "../../ui/buttons/save-blob.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import shared from "../../ui/theme/layout.module.css";
import { exportPage, exportPatch, exportReview } from "../../workers/export/export-engine.ts";
import type {
  Exported,
  ExportLayout,
  ExportProgress,
  ExportSubject,
  ExportTheme,
} from "../../workers/export/export-types.ts";
import styles from "./export-dialog.module.css";

interface ExportDialogProps
  extends Optional<{
    /** The read that failed, without which there is no subject. */
    failed: { readonly error: unknown; readonly refetch: () => unknown };
    /** Returns a file with the diff that the service left out of it, where it can be made. */
    complete: (file: DiffFile, signal: AbortSignal) => Promise<DiffFile>;
  }> {
  /** Null until its files and comments are read. */
  readonly subject: ExportSubject | null;
  readonly onClose: () => void;
}

/** File name extensions of the formats. */
const extensions = { page: "html", patch: "patch", markdown: "md", json: "json" } as const;
type Format = keyof typeof extensions;

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
  const isText = format === "markdown" || format === "json";

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
      const exported = await (isText && subject.review
        ? exportReview(subject.review, files, format, call)
        : isPage
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
        const name = exportName(of, extensions[format]);
        saveBlob(blob, name);
        toast.success(
          `Exported ${name}`,
          omitted.length > 0 ? { description: omittedText(omitted, isPage) } : {},
        );
      }),
    { explain },
  );
  const printing = useSubmit(() => run((_, { blob }) => printPage(blob)), { explain });
  const copying = useSubmit(
    () =>
      run(async (_, { blob }) => {
        if (!(await copyText(await blob.text())))
          throw new Error("The system did not give access to the clipboard. Export a file instead.");
        toast.success("Comments copied");
      }),
    { explain },
  );
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
      submission={{
        ...submission,
        isLocal: true,
        failure: submission.failure ?? printing.failure ?? copying.failure,
      }}
      isReady={subject !== null && progress === null}
      actions={
        isPage ? (
          <Button icon={Printer} disabled={!subject || progress !== null} onClick={printing.submit}>
            Print…
          </Button>
        ) : isText ? (
          <Button icon={Copy} disabled={!subject || progress !== null} onClick={copying.submit}>
            Copy
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
            options={formats.filter(({ value }) =>
              value === "patch" ? subject.patchable : value === "page" || subject.review !== undefined,
            )}
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
            {isText
              ? "The comments alone, with path, lines, diff, version and suggestions, for other programs."
              : isPage
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
  { value: "markdown", label: "Markdown" },
  { value: "json", label: "JSON" },
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

/** Returns a file name that every system takes, such as `lantern-12-tidy-up.html`. */
export function exportName({ project, reference, title }: ExportSubject, extension: string): string {
  const stem = [nameOf(project), reference, title]
    .join(" ")
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}._]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 80);
  return `${stem || "changes"}.${extension}`;
}

/** Bytes beyond which a page is better saved, and printed by a browser: all of it would have to be laid out here. */
const maxPrintedBytes = 30_000_000;

/**
 * Opens the print dialog for an exported page, in a frame that runs no scripts. Resolves once the dialog was closed;
 * throws where the page is too large.
 */
async function printPage(page: Blob): Promise<void> {
  if (page.size > maxPrintedBytes)
    throw new Error("These changes are too large to print from here. Export them and print the file.");
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-same-origin allow-modals");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: "fixed", width: "0", height: "0", border: "0", left: "-10px" });
  frame.srcdoc = await page.text();
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  try {
    frame.contentWindow?.print();
  } finally {
    // Some shells return from `print` before the dialog has read the document.
    setTimeout(() => frame.remove(), 60_000);
  }
}

interface ExportState {
  readonly exporting: boolean;
  readonly start: () => void;
  readonly end: () => void;
}

/** Returns the state of the export dialog and registers the command that opens it; `title` names what is exported. */
export function useExportDialog(title: string, section: string): ExportState {
  const [exporting, setExporting] = useState(false);
  const start = () => setExporting(true);
  const end = () => setExporting(false);
  const commands = [
    {
      id: "changes.export",
      title,
      section,
      icon: FileDown,
      keywords: "export html patch print save diff download",
      run: start,
    },
  ];
  useRegisterCommands(commands);
  return { exporting, start, end };
}
