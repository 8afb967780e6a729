import { useMemo, useState } from "react";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import layout from "../../../ui/theme/layout.module.css";
import type { SeenValues } from "../filter/query-field.tsx";
import type { FleetRow } from "../fleet/fleet-row.ts";
import styles from "./runners-bulk.module.css";

interface TagChoiceProps {
  readonly rows: readonly FleetRow[];
  readonly seen: SeenValues;
  readonly onChange: (change: TagChange) => void;
}

type Mode = "add" | "remove" | "set";

const hints: Readonly<Record<Mode, string>> = {
  add: "Tags to add to every runner, separated by commas",
  remove: "Tags to remove from every runner, separated by commas",
  set: "Replaces the tags of every runner; leave empty for none",
};
const maxOffered = 24;

/** Choice of tags to add, remove or set; known ones can be clicked. */
export function TagChoice({ rows, seen, onChange }: TagChoiceProps) {
  const [mode, setMode] = useState<Mode>("add");
  const [text, setText] = useState("");
  const change = (nextMode: Mode, nextText: string) => {
    setMode(nextMode);
    setText(nextText);
    const tags = parseTags(nextText);
    onChange(
      nextMode === "set"
        ? { kind: "set", tags }
        : { kind: "edit", add: nextMode === "add" ? tags : [], remove: nextMode === "remove" ? tags : [] },
    );
  };
  const own = useMemo(() => [...new Set(rows.flatMap(({ detail }) => detail?.tag_list ?? []))], [rows]);
  const typed = parseTags(text);
  const offered = (mode === "remove" ? own : [...new Set([...own, ...(seen.tag ?? [])])])
    .filter((tag) => !typed.includes(tag))
    .slice(0, maxOffered);
  return (
    <div className={layout.form}>
      <SegmentedControl
        label="How tags change"
        value={mode}
        onChange={(next) => change(next, text)}
        options={[
          { value: "add", label: "Add" },
          { value: "remove", label: "Remove" },
          { value: "set", label: "Set" },
        ]}
      />
      <TextField
        label="Tags"
        hint={hints[mode]}
        value={text}
        onChange={(next) => change(mode, next)}
        autoFocus
      />
      {offered.length > 0 ? (
        <fieldset className={styles.offered} aria-label="Known tags">
          {offered.map((tag) => (
            <button
              key={tag}
              type="button"
              className={styles.tag}
              aria-label={`Use the tag ${tag}`}
              onClick={() => change(mode, [...typed, tag].join(", "))}
            >
              {tag}
            </button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

/** Change of tags. `set` replaces all of them. */
export type TagChange =
  | { readonly kind: "edit"; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly kind: "set"; readonly tags: readonly string[] };

/** Returns the tags of a runner after a change, each once. */
export function nextTags(tags: readonly string[], change: TagChange): string[] {
  if (change.kind === "set") return [...new Set(change.tags)];
  return [...new Set([...tags, ...change.add])].filter((tag) => !change.remove.includes(tag));
}

/** Returns the change that takes `after` back to `before`, and leaves what others changed meanwhile. */
export const revertTags = (before: readonly string[], after: readonly string[]): TagChange => ({
  kind: "edit",
  add: before.filter((tag) => !after.includes(tag)),
  remove: after.filter((tag) => !before.includes(tag)),
});

/** Returns a change of tags as text, such as "+docker −gpu"; null where it changes nothing. */
export function describeTagChange(before: readonly string[], after: readonly string[]): string | null {
  const added = after.filter((tag) => !before.includes(tag)).map((tag) => `+${tag}`);
  const removed = before.filter((tag) => !after.includes(tag)).map((tag) => `−${tag}`);
  return [...added, ...removed].join(" ") || null;
}

/** Returns why a runner cannot have these tags, null where it can. */
export const checkTags = (tags: readonly string[], runUntagged: boolean | undefined): string | null =>
  tags.length === 0 && runUntagged === false
    ? "It does not run untagged jobs, so it needs at least one tag."
    : null;

/** Reads tags as people type them, separated by commas. */
export const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
