import {
  CircleDot,
  CircleHelp,
  CirclePause,
  Clock,
  Lock,
  Moon,
  Shield,
  Tag,
  Wifi,
  WifiOff,
} from "lucide-react";
import { Fragment } from "react";
import { cx } from "../../../ui/class-names.ts";
import { Icon, type IconType } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import {
  type Connection,
  connectionLabels,
  connectionOf,
  type FleetRow,
  isPaused,
  kindLabels,
  runnerKind,
  runnerName,
} from "../fleet/runner.ts";
import styles from "./cells.module.css";
import { UnreadCell } from "./unread-cell.tsx";

/** The values of folded columns, in the first cell's second line. */
export function NameCell({ row, folded }: { readonly row: FleetRow; readonly folded: ReadonlySet<string> }) {
  const { runner, detail } = row;
  const details = [
    `#${row.id}`,
    kindLabels[runnerKind(runner)],
    folded.has("version") ? detail?.version : null,
    folded.has("ip") ? runner.ip_address : null,
    folded.has("access") && detail?.locked ? "locked" : null,
    folded.has("access") && detail?.access_level === "ref_protected" ? "protected" : null,
  ];
  return (
    <div className={styles.two}>
      <span className={layout.title} title={runnerName(runner)}>
        <bdi>{runnerName(runner)}</bdi>
      </span>
      <span className={cx(layout.meta, layout.small, styles.details)}>
        {details.filter(Boolean).map((detail) => (
          <Fragment key={detail}>
            {/* The space is not shown, but part of the text. */}
            <span>{detail}</span>{" "}
          </Fragment>
        ))}
      </span>
    </div>
  );
}

const connectionIcons: Readonly<Record<Connection, IconType>> = {
  online: Wifi,
  offline: WifiOff,
  stale: Moon,
  never_contacted: CircleDot,
  unknown: CircleHelp,
};

/** State of the connection as icon and word; below it whether it is paused, and the last contact. */
export function StateCell({ row: { runner, detail } }: { readonly row: FleetRow }) {
  return (
    <div className={styles.two}>
      <StateText connection={connectionOf(runner)} paused={false} />
      <span className={cx(layout.meta, layout.small)}>
        {isPaused(runner) ? (
          <span className={styles.pausedText}>Paused{detail?.contacted_at ? " · " : ""}</span>
        ) : null}
        {detail?.contacted_at ? <RelativeTime time={detail.contacted_at} /> : "\u00a0"}
      </span>
    </div>
  );
}

export const StateText = ({
  connection,
  paused,
}: {
  readonly connection: Connection;
  readonly paused: boolean;
}) => (
  <span className={styles.states}>
    <span className={cx(styles.state, styles[connection])}>
      <Icon of={connectionIcons[connection]} size={14} />
      {connectionLabels[connection]}
    </span>
    {paused ? (
      <span className={cx(styles.state, styles.paused)}>
        <Icon of={CirclePause} size={14} />
        Paused
      </span>
    ) : null}
  </span>
);

export function TagsCell({ row }: { readonly row: FleetRow }) {
  if (!row.detail) return <UnreadCell row={row} />;
  const { tag_list: tags, run_untagged: untagged } = row.detail;
  return (
    <span className={styles.tags} title={tags.join(", ")}>
      <span>
        {untagged === false ? <Icon of={Tag} size={13} label="Runs tagged jobs only" /> : null}
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        {tags.length === 0 ? <span className={layout.muted}>No tags</span> : null}
      </span>
    </span>
  );
}

export function VersionCell({ row }: { readonly row: FleetRow }) {
  const { detail } = row;
  if (!detail) return <UnreadCell row={row} />;
  return (
    <div className={styles.two}>
      <span>{detail.version || "–"}</span>
      <span className={cx(layout.meta, layout.small)}>
        {[detail.platform, detail.architecture].filter(Boolean).join("/") || "\u00a0"}
      </span>
    </div>
  );
}

/** Restrictions on a runner's jobs beside their tags. */
export function AccessCell({ row }: { readonly row: FleetRow }) {
  const { detail } = row;
  if (!detail) return <UnreadCell row={row} />;
  const marks = [
    { is: detail.access_level === "ref_protected", icon: Shield, text: "Protected" },
    { is: detail.locked === true, icon: Lock, text: "Locked" },
  ].filter(({ is }) => is);
  if (marks.length === 0) return <span className={layout.muted}>All branches</span>;
  return (
    <span className={styles.marks}>
      {marks.map(({ icon, text }) => (
        <span key={text} className={styles.state}>
          <Icon of={icon} size={13} />
          {text}
        </span>
      ))}
    </span>
  );
}

export function TimeoutCell({ row }: { readonly row: FleetRow }) {
  const { detail } = row;
  if (!detail) return <UnreadCell row={row} />;
  if (detail.maximum_timeout == null) return <span className={layout.muted}>No limit</span>;
  return (
    <span className={styles.state}>
      <Icon of={Clock} size={13} />
      {timeoutText(detail.maximum_timeout)}
    </span>
  );
}

/** A time limit of seconds in the unit that people set it in: "90 min", "2 h". */
export function timeoutText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
