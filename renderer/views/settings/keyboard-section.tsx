import { Pencil, RotateCcw, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useSubmit } from "../../api/use-submit.ts";
import { savePreferences } from "../../features/preferences/save-preferences.ts";
import { fixedKeyName, type ListedCommand, useListedCommands } from "../../state/commands/key-list.ts";
import {
  allFixedKeys,
  changeKeys,
  conflictingCommands,
  conflictingFixedKeys,
  isReserved,
  keymap,
  resetKeys,
  strokeOf,
} from "../../state/keymap/keymap.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { isMac, Kbd, KbdChoices, keyNames } from "../../ui/buttons/kbd.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Table } from "../../ui/lists/table.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { useMedia } from "../../ui/panes/use-media.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import settings from "./settings.module.css";

/** All keys of the app: those of commands can be changed, one by one, and reset. */
export function KeyboardSection() {
  const singleKeys = usePreferences((state) => state.singleKeys);
  const isNarrow = useMedia("(width < 600px)");
  const commands = useListedCommands();
  const [query, setQuery] = useState("");
  const [recorded, setRecorded] = useState<string | null>(null);
  const current = commands.find(({ id }) => id === recorded);
  const isAnyChanged = commands.some(({ isChanged }) => isChanged);
  const shown = commands.filter((command) => matches(command.title, command.group, command.keys, query));
  const fixed = allFixedKeys().filter((each) => matches(each.title, each.group, each.keys, query));
  return (
    <>
      <div className={settings.switches}>
        <Switch
          label="Shortcuts without a modifier key"
          description="Letters and symbols, such as ? or g p. Switch them off if you dictate, or press keys by accident."
          checked={singleKeys}
          onChange={(next) => savePreferences({ singleKeys: next })}
        />
      </div>
      <Section
        title="Shortcuts"
        description="A view's shortcuts work while it is open, and take precedence over those of the window."
        actions={
          <Button icon={RotateCcw} disabled={!isAnyChanged} onClick={resetAll}>
            Reset all
          </Button>
        }
      >
        <div className={flow.stack}>
          <TextField
            label="Find a shortcut"
            hideLabel
            icon={Search}
            placeholder="Find by action, view or key"
            value={query}
            onChange={setQuery}
          />
          <Table
            label="Shortcuts"
            rows={shown}
            rowKey={({ id }) => id}
            empty={<p className={layout.muted}>No matches</p>}
            columns={[
              {
                key: "title",
                header: "Action",
                cell: (command) => <Action command={command} withGroup={isNarrow} />,
              },
              ...(isNarrow ? [] : [where]),
              { key: "keys", header: "Keys", align: "end", cell: ({ keys }) => <Keys keys={keys} /> },
              {
                key: "change",
                header: <VisuallyHidden>Change</VisuallyHidden>,
                align: "end",
                cell: (command) => <Tools command={command} onChange={() => setRecorded(command.id)} />,
              },
            ]}
          />
        </div>
      </Section>
      <Section
        title="Fixed keys"
        description="Keys of lists, text fields and the editor. They cannot be changed."
      >
        <Table
          label="Fixed keys"
          rows={fixed}
          rowKey={({ group, title }) => `${group} ${title}`}
          empty={<p className={layout.muted}>No matches</p>}
          columns={[
            {
              key: "title",
              header: "Action",
              cell: ({ title, group }) => (
                <>
                  {title}
                  {isNarrow ? <Group name={group} /> : null}
                </>
              ),
            },
            ...(isNarrow ? [] : [where]),
            {
              key: "keys",
              header: "Keys",
              align: "end",
              cell: ({ keys, macKeys }) => <Keys keys={(isMac() && macKeys) || keys} />,
            },
          ]}
        />
      </Section>
      {current ? <KeyRecorder key={current.id} command={current} onClose={() => setRecorded(null)} /> : null}
    </>
  );
}

const where = { key: "group", header: "Where", cell: ({ group }: { readonly group: string }) => group };

/** The part of the app in which a key works, below its action in a narrow window. */
const Group = ({ name }: { readonly name: string }) => <span className={settings.group}>{name}</span>;

interface ActionProps {
  readonly command: ListedCommand;
  readonly withGroup: boolean;
}

const Action = ({ command: { title, group, conflicts }, withGroup }: ActionProps) => (
  <>
    {title}
    {withGroup ? <Group name={group} /> : null}
    {conflicts.length > 0 ? (
      <span className={settings.conflict}>
        <Badge tone="warning">Also used by {conflicts.join(", ")}</Badge>
      </span>
    ) : null}
  </>
);

const Keys = ({ keys }: { readonly keys: readonly string[] }) =>
  keys.length === 0 ? <span className={layout.muted}>None</span> : <KbdChoices keys={keys} />;

interface ToolsProps {
  readonly command: ListedCommand;
  readonly onChange: () => void;
}

const Tools = ({ command: { id, title, isChanged }, onChange }: ToolsProps) => (
  <span className={settings.tools}>
    <IconButton label={`Change keys of ${title}`} icon={Pencil} size="s" onClick={onChange} />
    <IconButton
      label={`Reset keys of ${title}`}
      icon={RotateCcw}
      size="s"
      disabled={!isChanged}
      onClick={() => void resetKeys(id).catch(reportUnsaved)}
    />
  </span>
);

function resetAll(): void {
  const { keys } = usePreferences.getState();
  resetKeys().catch(reportUnsaved);
  toast.info("All shortcuts reset", {
    action: { label: "Undo", onSelect: () => savePreferences({ keys }) },
  });
}

const reportUnsaved = (error: unknown): void =>
  void toast.error("The shortcut could not be saved", { detail: String(error) });

/** Returns whether all words of the query are in a row's texts or in the names of its keys. */
function matches(title: string, group: string, keys: readonly string[], query: string): boolean {
  const names = keys.map((key) => keyNames(key, isMac()).flat().join("+"));
  const text = [title, group, ...keys, ...names].join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface KeyRecorderProps {
  readonly command: ListedCommand;
  readonly onClose: () => void;
}

/** Strokes of a sequence at most. */
const maxStrokes = 2;

/** Records new keys of a command, and shows which other commands and fixed keys have them. */
function KeyRecorder({ command, onClose }: KeyRecorderProps) {
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
          className={settings.remove}
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
      <div role="status" className={settings.notes}>
        {strokes.some(isReserved) ? <p>The browser may use these keys itself.</p> : null}
        {conflicts.length > 0 ? (
          <p>Also used by {conflicts.map((id) => keymap()[id]?.title ?? id).join(", ")}.</p>
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
    <div className={settings.recorder}>
      <label htmlFor={id}>New keys</label>
      <div className={settings.box}>
        <input
          id={id}
          ref={field}
          className={settings.input}
          readOnly
          value={strokes.join(" ")}
          placeholder="Waiting for keys…"
          onKeyDown={onKeyDown}
        />
        {strokes.length > 0 ? (
          <span className={settings.pressed} aria-hidden="true">
            <Kbd keys={strokes.join(" ")} />
          </span>
        ) : null}
      </div>
    </div>
  );
}
