import { MessageSquare, ThumbsDown, ThumbsUp } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { useMedia } from "../../ui/panes/use-media.ts";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { PersonAvatar } from "../avatars/person-avatar.tsx";
import { LabelMark, useLabelColors } from "../labels/labels.tsx";
import { countFittingLabels, labelRoom } from "./fit-labels.ts";
import styles from "./work-row.module.css";

/** Pixels of a row: of one line, and of two in a narrow window. */
const rowHeights = { line: 36, lines: 56 } as const;

/** Returns the height of a row of work in pixels at the comfortable density, as lists take it. */
export const useWorkRowHeight = (): number =>
  useMedia("(width <= 560px)") ? rowHeights.lines : rowHeights.line;

/**
 * Pixels of the rows of a list, by which their labels have room; null before it is laid out. A context, since nothing else
 * of a row is drawn again where it changes.
 */
export const WorkListWidth = createContext<number | null>(null);

/** Pixels that the checkboxes of a list take from its rows. */
export const checkboxPx = 32;

/** Milliseconds for which a row stays in view before anything is requested for it. */
export const restMs = 80;

interface RowNumberProps {
  /** Sign before the number: `!` or `#`. */
  readonly sign: string;
  readonly iid: number;
  /** Full path, where it is known. */
  readonly project: string | undefined;
  /** Whether the project is named: in lists of several. */
  readonly showProject: boolean;
}

/** Number of an entry, after the path of its project in lists of several. */
export function RowNumber({ sign, iid, project, showProject }: RowNumberProps) {
  return (
    <span className={styles.id} title={project ? `${project}${sign}${iid}` : undefined}>
      {showProject && project ? <ProjectPath path={project} /> : null}
      <span>
        {sign}
        {iid}
      </span>
    </span>
  );
}

function ProjectPath({ path }: { readonly path: string }) {
  const cut = path.lastIndexOf("/") + 1;
  return (
    <>
      {cut > 0 ? <span className={cx(layout.ellipsis, styles.folder)}>{path.slice(0, cut)}</span> : null}
      <span className={layout.ellipsis}>{path.slice(cut)}</span>
    </>
  );
}

interface CountProps {
  readonly icon: IconType;
  readonly words: string;
  readonly text: ReactNode;
}

/** A number with an icon, of which the words say what it counts. */
export const Count = ({ icon, words, text }: CountProps) => (
  <span className={styles.count} role="img" aria-label={words} title={words}>
    <Icon of={icon} size={13} /> {text}
  </span>
);

/** Thumbs up and down of an entry. */
export function RowVotes({ up, down }: { readonly up: number; readonly down: number }) {
  return (
    <span className={styles.votes}>
      {up > 0 ? <Count icon={ThumbsUp} words={`${up} thumbs up`} text={up} /> : null}
      {down > 0 ? <Count icon={ThumbsDown} words={`${down} thumbs down`} text={down} /> : null}
    </span>
  );
}

/** Number of an entry's comments. */
export function RowComments({ count }: { readonly count: number }) {
  return (
    <span className={styles.threads}>
      {count > 0 ? (
        <Count icon={MessageSquare} words={`${count} ${count === 1 ? "comment" : "comments"}`} text={count} />
      ) : null}
    </span>
  );
}

/** Labels without a limit of room, before the list is laid out. */
const maxLabels = 4;

interface RowLabelsProps {
  /** Project with the colours of the labels; undefined where these are not read. */
  readonly project: string | undefined;
  readonly labels: readonly string[];
  /** Title of the entry, which has the room before them. */
  readonly title: string;
  readonly showProject: boolean;
  /** Numbers of votes up and down. */
  readonly votes: readonly number[];
  /** Pixels that the row's columns take more than those of a merge request. */
  readonly columnsPx?: number;
}

/** The labels that have room, and the number of the others. */
export function RowLabels({ project, labels, title, showProject, votes, columnsPx = 0 }: RowLabelsProps) {
  const width = use(WorkListWidth);
  const marks = votes.filter((count) => count > 0).length;
  const room = width ? labelRoom({ width: width - columnsPx, showProject, votes: marks, title }) : null;
  const { colors } = useLabelColors(labels.length > 0 && project ? project : null);
  if (labels.length === 0) return null;
  const count = room === null ? maxLabels : countFittingLabels(labels, room);
  const rest = labels.slice(count);
  return (
    <span className={styles.labels}>
      {labels.slice(0, count).map((label) => (
        <LabelMark key={label} name={label} color={colors.get(label)} />
      ))}
      {rest.length > 0 ? (
        <span className={styles.more} title={rest.join(", ")}>
          +{rest.length}
        </span>
      ) : null}
    </span>
  );
}

/** People that a row shows; its description names all. */
const maxPeople = 3;

/** Somebody who has to do with an entry, and as what: "Author", "Assigned to". */
export interface PersonRole {
  readonly person: UserSummary;
  readonly role: string;
}

interface RowPeopleProps {
  readonly account: string;
  readonly roles: readonly PersonRole[];
  /** Words about a person, in brackets after the name. */
  readonly wordsOf?: (person: UserSummary) => string | undefined;
  /** Mark on the avatar, which the words explain. */
  readonly markOf?: (person: UserSummary) => ReactNode;
}

/** Avatars of the people of an entry, each person once. */
export function RowPeople({ account, roles, wordsOf, markOf }: RowPeopleProps) {
  const people = new Map<number, { person: UserSummary; roles: string[] }>();
  for (const { person, role } of roles) {
    const known = people.get(person.id);
    if (known) known.roles.push(role.toLowerCase());
    else people.set(person.id, { person, roles: [role] });
  }
  return (
    <span className={styles.people}>
      {[...people.values()].slice(0, maxPeople).map(({ person, roles: each }) => {
        const more = wordsOf?.(person);
        const words = `${each.join(", ")}${each[0] === "Author" ? ":" : ""} ${person.name}${more ? ` (${more})` : ""}`;
        return (
          <span key={person.id} role="img" aria-label={words} title={words}>
            <PersonAvatar person={person} account={account} size={20} />
            {markOf?.(person)}
          </span>
        );
      })}
    </span>
  );
}
