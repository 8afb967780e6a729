import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useCodePreferences } from "../../../state/preferences.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { CodeEditor } from "../../../ui/code/code-editor.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { FileIcon } from "../../../ui/marks/file-icon.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import flow from "../../../ui/theme/flow.module.css";
import snippet from "../snippets.module.css";
import type { DraftFile, SnippetFileContent } from "./snippet-content.ts";
import styles from "./snippet-edit.module.css";

/** Most files that services take. */
const maxFiles = 10;

interface FileEditorProps {
  readonly files: readonly DraftFile[];
  /** The files on the service, whose line ends stay. */
  readonly base: readonly SnippetFileContent[];
  readonly onFiles: (files: DraftFile[]) => void;
  /** Restores a removed file at its former index. */
  readonly onRestore: (file: DraftFile, index: number) => void;
  readonly onSave: () => void;
}

/** The files of a snippet: their names, and one of them in an editor. */
export function FileEditor({ files, base, onFiles, onRestore, onSave }: FileEditorProps) {
  const [chosen, setChosen] = useState(files[0]?.key ?? "");
  const preferences = useCodePreferences();
  const file = files.find(({ key }) => key === chosen) ?? files[0];
  if (!file) return null;
  const set = (patch: Partial<DraftFile>) =>
    onFiles(files.map((each) => (each.key === file.key ? { ...each, ...patch } : each)));
  const add = () => {
    const key = crypto.randomUUID();
    onFiles([...files, { key, path: "", content: "", previous: null }]);
    setChosen(key);
  };
  const remove = () => {
    onFiles(files.filter(({ key }) => key !== file.key));
    toast.info(`Removed ${file.path || "the file"}`, {
      action: { label: "Undo", onSelect: () => onRestore(file, files.indexOf(file)) },
    });
  };
  const name = file.path || "the file";
  return (
    <fieldset className={styles.files}>
      {files.length === 1 ? (
        <legend className={styles.lone}>
          <VisuallyHidden>File</VisuallyHidden>
        </legend>
      ) : (
        <legend>{files.length} files</legend>
      )}
      {files.length > 1 ? (
        <div className={snippet.names}>
          {files.map(({ key, path }) => (
            <button
              key={key}
              type="button"
              className={snippet.name}
              aria-current={key === file.key ? "true" : undefined}
              onClick={() => setChosen(key)}
            >
              <FileIcon name={path} size={14} /> {path || "No name"}
            </button>
          ))}
        </div>
      ) : null}
      <div className={flow.wrapEnd}>
        <TextField
          label="File name"
          mono
          placeholder="example.ts"
          value={file.path}
          onChange={(path) => set({ path })}
          className={styles.path ?? ""}
        />
        <Select
          label="Language"
          value={languageExtension(file.path)}
          options={languageOptions}
          onChange={(ending) => set({ path: withLanguage(file.path, ending) })}
        />
        {files.length > 1 ? <IconButton label={`Remove ${name}`} icon={Trash2} onClick={remove} /> : null}
      </div>
      <div className={styles.editor}>
        <CodeEditor
          key={file.key}
          path={file.path}
          document={file.key}
          value={file.content}
          base={base.find(({ path }) => path === file.previous)?.content ?? ""}
          onChange={(content) => set({ content })}
          label={`Content of ${name}`}
          onSave={onSave}
          {...preferences}
        />
      </div>
      <div>
        <Button size="s" variant="ghost" icon={Plus} disabled={files.length >= maxFiles} onClick={add}>
          Add file
        </Button>
      </div>
    </fieldset>
  );
}

/** Languages that a file name can be given, by its ending. */
const languages = [
  ["Plain text", "txt"],
  ["C", "c"],
  ["C++", "cpp"],
  ["C#", "cs"],
  ["CSS", "css"],
  ["Go", "go"],
  ["HTML", "html"],
  ["Java", "java"],
  ["JavaScript", "js"],
  ["JSON", "json"],
  ["Kotlin", "kt"],
  ["Markdown", "md"],
  ["PHP", "php"],
  ["Python", "py"],
  ["Ruby", "rb"],
  ["Rust", "rs"],
  ["Shell", "sh"],
  ["SQL", "sql"],
  ["Swift", "swift"],
  ["TypeScript", "ts"],
  ["XML", "xml"],
  ["YAML", "yml"],
] as const;

const languageOptions = [
  { value: "", label: "From the file name" },
  ...languages.map(([label, ending]) => ({ value: ending as string, label })),
];

/** Returns the extension of the language of a file name; empty where it is not in the list. */
export function languageExtension(path: string): string {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return languages.some(([, known]) => known === ending) ? ending : "";
}

/** Returns a file name with the ending of a language; an empty name becomes `snippet`. */
export function withLanguage(path: string, ending: string): string {
  if (ending === "") return path;
  const stem = path.replace(/\.[^./]*$/, "");
  return `${stem === "" || stem.endsWith("/") ? `${stem}snippet` : stem}.${ending}`;
}
