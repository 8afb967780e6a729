import { useMemo, useState } from "react";
import layout from "../../../ui/layout.module.css";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { SeenValues } from "../filter/completions.ts";
import type { FleetRow } from "../fleet/runner.ts";
import styles from "./bulk.module.css";
import { parseTags, type TagChange } from "./tags.ts";

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
