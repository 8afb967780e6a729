import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { configPath } from "../../../../shared/ci/config/config-file.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { editHref } from "../../../features/repository/repository-hrefs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import tone from "../../../ui/theme/tone.module.css";
import styles from "./ci.module.css";
import { type CiCheck, type EditedCiFile, useMessageLines } from "./use-ci-check.ts";

interface ValidateTabProps {
  readonly file: EditedCiFile;
  readonly check: CiCheck;
  readonly onLine: (line: number) => void;
}

/** Messages shown at most. */
const maxMessages = 100;

/** Errors and warnings of the file with their lines, and who found them. */
export function ValidateTab({ file, check, onLine }: ValidateTabProps) {
  const { result, preview } = check;
  const errors = [...new Set(result?.errors)].slice(0, maxMessages);
  const warnings = [...new Set(result?.warnings).difference(new Set(errors))].slice(0, maxMessages);
  const messages = [...errors, ...warnings];
  const lines = useMessageLines(file.text, messages);
  if (!result)
    return preview.error ? (
      <ErrorState {...describeProblem(preview.error)} onRetry={preview.retry} />
    ) : (
      <div className={styles.content}>
        <Skeleton lines={4} label="Checking the file" />
      </div>
    );
  return (
    <div className={cx(flow.fillScroll, styles.content)} aria-busy={check.isReading}>
      <p className={styles.verdict} role="status">
        <Icon
          of={errors.length > 0 ? CircleAlert : CircleCheck}
          className={errors.length > 0 ? tone.danger : tone.added}
        />
        {verdict(errors.length, warnings.length)}
      </p>
      {messages.length > 0 ? (
        <ul className={styles.messages}>
          {messages.map((message, index) => (
            <li key={message}>
              <Message
                {...{ file, message, onLine }}
                line={lines[index] ?? null}
                isError={index < errors.length}
                includes={preview.report?.includes ?? []}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Judge check={check} />
    </div>
  );
}

function verdict(errors: number, warnings: number): string {
  const counted = (count: number, word: string) => `${count} ${count === 1 ? word : `${word}s`}`;
  const found = [
    errors > 0 ? counted(errors, "error") : "",
    warnings > 0 ? counted(warnings, "warning") : "",
  ].filter(Boolean);
  return errors > 0 ? found.join(", ") : ["Valid", ...found].join(", ");
}

interface MessageProps {
  readonly file: EditedCiFile;
  readonly message: string;
  readonly line: number | null;
  readonly isError: boolean;
  readonly includes: readonly string[];
  readonly onLine: (line: number) => void;
}

/** An error or a warning, which leads to its line, or to the file that it is about. */
function Message({ file, message, line, isError, includes, onLine }: MessageProps) {
  const about = includes.find((path) => message.startsWith(`${path}: `)) ?? configPath;
  const isHere = about === file.path;
  const content = (
    <>
      <Icon
        of={isError ? CircleAlert : TriangleAlert}
        size={14}
        className={isError ? tone.danger : tone.warning}
      />
      <span className={styles.text}>{message}</span>
      {isHere && line !== null ? <span className={styles.where}>Line {line}</span> : null}
      {isHere ? null : <span className={styles.where}>{about}</span>}
    </>
  );
  if (!isHere)
    return (
      <AppLink className={styles.message} href={editHref(file.scope, file.scope.branch, about)}>
        {content}
      </AppLink>
    );
  if (line === null) return <div className={styles.message}>{content}</div>;
  return (
    <button type="button" className={styles.message} onClick={() => onLine(line)}>
      {content}
    </button>
  );
}

/** Who made a check, and what they could not see. */
export function Judge({ check }: { readonly check: CiCheck }) {
  const { failure, retry } = check.service;
  return (
    <p className={styles.judge}>
      {check.judge}{" "}
      {failure === "error" || failure === "offline" ? (
        <Button variant="ghost" size="s" onClick={retry}>
          Retry
        </Button>
      ) : null}
    </p>
  );
}
