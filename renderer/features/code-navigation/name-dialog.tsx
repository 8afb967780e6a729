import { useState } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import { CodeLine } from "../../ui/code/code-line.ts";
import { Select } from "../../ui/forms/select.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import type { NamedLine } from "../../workers/code-index/code-index.ts";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import styles from "./code-navigation.module.css";
import { type NamePlace, useFoundName } from "./find-name.ts";

export { prepareNames } from "../../workers/code-index/code-index-engine.ts";

/** Names of a line that can be looked up, and where the line is. */
export interface WantedNames {
  readonly place: NamePlace;
  /** At least one; the first is looked up. */
  readonly names: readonly string[];
}

interface NameDialogProps {
  readonly wanted: WantedNames;
  readonly onClose: () => void;
}

/** Uses that are listed. */
const maxListed = 100;

/** The definitions and uses of a name in the files of a commit. */
export function NameDialog({ wanted: { place, names }, onClose }: NameDialogProps) {
  const [name, setName] = useState(names[0] ?? "");
  const { matches, isComplete, progress, error } = useFoundName(place, name);
  const { definitions = [], uses = [], total = 0 } = matches ?? {};
  return (
    <Dialog
      open
      size="l"
      title={`Definitions and uses of ${name}`}
      description="Found by name in the files of this commit, without types or imports: other things may have the same name."
      onOpenChange={onClose}
    >
      <div className={styles.found}>
        {names.length > 1 ? (
          <Select
            label="Name"
            value={name}
            onChange={setName}
            options={names.map((each) => ({ value: each, label: each }))}
          />
        ) : null}
        {isComplete || error ? null : (
          <div className={layout.small}>
            {progress
              ? `Reading the files of this commit: ${progress.read.toLocaleString()} of ${progress.total.toLocaleString()}`
              : "Reading the list of files"}
            <ProgressBar
              label="Reading the files of this commit"
              value={progress && progress.total > 0 ? progress.read / progress.total : null}
            />
          </div>
        )}
        {error ? <ErrorState inline {...describeProblem(error)} /> : null}
        {matches ? (
          <>
            <h3>{definitions.length === 1 ? "1 definition" : `${definitions.length} definitions`}</h3>
            <ul className={styles.lines} aria-label="Definitions">
              {definitions.map(({ kind, ...line }) => (
                <FoundLine key={keyOf(line)} place={place} line={line} kind={kind} onOpen={onClose} />
              ))}
            </ul>
            <h3>{total === 1 ? "1 use" : `${total.toLocaleString()} uses`}</h3>
            <ul className={styles.lines} aria-label="Uses">
              {uses.slice(0, maxListed).map((line) => (
                <FoundLine key={keyOf(line)} place={place} line={line} onOpen={onClose} />
              ))}
            </ul>
            {total > maxListed ? (
              <AppLink
                href={hrefs.project(place.account, place.project, "search", { q: name, ref: place.commit })}
              >
                All lines with {name}
              </AppLink>
            ) : null}
          </>
        ) : error ? null : (
          <Skeleton lines={4} height={20} label="Looking for the name" />
        )}
      </div>
    </Dialog>
  );
}

const keyOf = ({ path, line }: NamedLine) => `${path}:${line}`;

interface FoundLineProps {
  readonly place: NamePlace;
  readonly line: NamedLine;
  readonly kind?: string;
  readonly onOpen: () => void;
}

/** A line of a file, as a link to it. */
function FoundLine({ place: { account, project, commit }, line, kind, onOpen }: FoundLineProps) {
  const { path, text } = line;
  return (
    <li>
      <AppLink
        className={styles.line}
        href={hrefs.project(account, project, "files", { ref: commit, path }, `L${line.line}`)}
        onClick={onOpen}
      >
        <span className={styles.place}>
          <span className={layout.ellipsis}>
            {path}:{line.line}
          </span>
          {kind ? <Badge>{kind}</Badge> : null}
        </span>
        <code className={styles.code}>
          {text.split("\n").map((each, i) => (
            // Lines have no identity but their position.
            <span key={`${String(i)}`}>
              <CodeLine text={each} />
            </span>
          ))}
        </code>
      </AppLink>
    </li>
  );
}
