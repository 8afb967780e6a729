import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useSubmit } from "../../../api/use-submit.ts";
import { fixedKeyName, type ListedCommand } from "../../../state/commands/key-list.ts";
import {
  changeKeys,
  conflictingCommands,
  conflictingFixedKeys,
  keymap,
} from "../../../state/keymap/keymap.ts";
import { isReserved, strokeOf } from "../../../state/keymap/strokes.ts";
import { usePreferences } from "../../../state/preferences.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { isMac } from "../../../ui/key-names.ts";
import styles from "./keyboard.module.css";

interface KeyRecorderProps {
  readonly command: ListedCommand;
  readonly onClose: () => void;
}

/** Strokes of a sequence at most. */
const maxStrokes = 2;

/** Records new keys of a command, and shows which other commands and fixed keys have them. */
export function KeyRecorder({ command, onClose }: KeyRecorderProps) {
  const changed = usePreferences((state) => state.keys);
  const [strokes, setStrokes] = useState<readonly string[]>([]);
  const [isTaking, setIsTaking] = useState(true);
  const key = strokes.join(" ");
  const conflicts = key === "" ? [] : conflictingCommands(command.id, key, changed);
  const fixed = key === "" ? [] : conflictingFixedKeys(command.id, key);
  const submission = useSubmit(async () => {
    await changeKeys(command.id, key, isTaking ? conflicts : []);
    onClose();
  });
  const removal = useSubmit(async () => {
    await changeKeys(command.id, null);
    onClose();
  });
  return (
    <FormDialog
      title={`Keys of “${command.title}”`}
      description="Press the new keys: one combination, or two keys one after the other."
      submitLabel="Save"
      onClose={onClose}
      submission={submission}
      isReady={key !== ""}
      size="s"
      actions={
        <Button
          variant="ghost"
          className={styles.remove}
          loading={removal.isPending}
          onClick={removal.submit}
        >
          Remove keys
        </Button>
      }
    >
      <RecordingField
        strokes={strokes}
        onStroke={(stroke) => setStrokes((now) => (now.length < maxStrokes ? [...now, stroke] : [stroke]))}
        onClear={() => setStrokes([])}
      />
      <div role="status" className={styles.notes}>
        {strokes.some(isReserved) ? <p>The browser may use these keys itself.</p> : null}
        {conflicts.length > 0 ? (
          <p>Also used by {conflicts.map((id) => keymap[id]?.title ?? id).join(", ")}.</p>
        ) : null}
        {fixed.length > 0 ? <p>Fixed keys also use them: {fixed.map(fixedKeyName).join(", ")}.</p> : null}
      </div>
      {conflicts.length > 0 ? (
        <Checkbox label="Remove them there" checked={isTaking} onChange={setIsTaking} />
      ) : null}
    </FormDialog>
  );
}

interface RecordingFieldProps {
  readonly strokes: readonly string[];
  readonly onStroke: (stroke: string) => void;
  readonly onClear: () => void;
}

/** A field that shows which keys were pressed. Tab, Enter and Escape work as usual; Backspace clears. */
function RecordingField({ strokes, onStroke, onClear }: RecordingFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    if (isPlain && ["Tab", "Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isPlain && event.key === "Backspace") return onClear();
    const stroke = event.repeat ? null : strokeOf(event.nativeEvent, isMac());
    if (stroke) onStroke(stroke);
  };
  return (
    <div className={styles.recorder}>
      <label htmlFor={id}>New keys</label>
      <div className={styles.box}>
        <input
          id={id}
          ref={field}
          className={styles.input}
          readOnly
          value={strokes.join(" ")}
          placeholder="Waiting for keys…"
          onKeyDown={onKeyDown}
        />
        {strokes.length > 0 ? (
          <span className={styles.pressed} aria-hidden="true">
            <Kbd keys={strokes.join(" ")} />
          </span>
        ) : null}
      </div>
    </div>
  );
}
