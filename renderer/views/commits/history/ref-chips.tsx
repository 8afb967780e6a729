import { GitBranch, Tag } from "lucide-react";
import { tagRef } from "../../../../shared/text/ref-name.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { Badge } from "../../../ui/badge.tsx";
import styles from "./history.module.css";
import type { CommitRef } from "./use-refs-by-commit.ts";

interface RefChipsProps {
  readonly account: string;
  readonly project: string;
  readonly refs: readonly CommitRef[];
  /** Chips that the row has room for; the others are counted. */
  readonly shown: number;
}

/** The branches and tags that point at a commit, each a link to its history. */
export function RefChips({ account, project, refs, shown }: RefChipsProps) {
  const rest = refs.slice(shown).map(({ name }) => name);
  return (
    <span className={styles.refs}>
      {refs.slice(0, shown).map(({ kind, name }) => (
        <AppLink
          key={`${kind} ${name}`}
          href={hrefs.project(account, project, "commits", { ref: kind === "tag" ? tagRef(name) : name })}
          title={`${kind === "branch" ? "Branch" : "Tag"} ${name}`}
        >
          <Badge icon={kind === "branch" ? GitBranch : Tag} tone={kind === "branch" ? "accent" : "neutral"}>
            {name}
          </Badge>
        </AppLink>
      ))}
      {rest.length > 0 ? <Badge title={rest.join(", ")}>{`+${rest.length}`}</Badge> : null}
    </span>
  );
}
