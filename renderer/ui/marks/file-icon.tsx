import {
  Binary,
  Database,
  File,
  FileArchive,
  FileCode,
  FileCog,
  FileImage,
  FileJson,
  FileLock,
  FilePlay,
  FileSymlink,
  FileTerminal,
  FileText,
  FileType,
  Folder,
  FolderGit2,
  FolderOpen,
  NotebookText,
} from "lucide-react";
import { fileEnding, mediaType } from "../../../shared/file-types.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import layout from "../theme/layout.module.css";
import tones from "../theme/tone.module.css";
import styles from "./file-icon.module.css";
import { Icon, type IconType } from "./icon.tsx";

const icons: Readonly<Record<FileKind, IconType>> = {
  code: FileCode,
  markup: FileCode,
  style: FileCode,
  data: FileJson,
  text: FileText,
  image: FileImage,
  media: FilePlay,
  archive: FileArchive,
  shell: FileTerminal,
  config: FileCog,
  lock: FileLock,
  database: Database,
  notebook: NotebookText,
  font: FileType,
  binary: Binary,
  plain: File,
};

interface FileIconProps {
  /** File name or path. */
  readonly name: string;
  readonly kind?: "file" | "directory" | "submodule" | "symlink";
  /** For an open directory. */
  readonly open?: boolean;
  readonly size?: number;
}

/** The mark of a file by its name, or of a directory, submodule or symbolic link. */
export function FileIcon({ name, kind = "file", open = false, size = 16 }: FileIconProps) {
  if (kind === "directory")
    return <Icon of={open ? FolderOpen : Folder} size={size} className={tones.accent} />;
  if (kind === "submodule") return <Icon of={FolderGit2} size={size} className={styles.data} />;
  if (kind === "symlink") return <Icon of={FileSymlink} size={size} className={layout.muted} />;
  const found = fileKind(name);
  return <Icon of={icons[found]} size={size} className={styles[found] ?? layout.muted} />;
}

/**
 * The kind of a file by its name, which decides on its icon. Media types know images, audio and fonts, but not what is
 * code, configuration or a lock file: that is written down here.
 */
type FileKind =
  | "code"
  | "markup"
  | "style"
  | "data"
  | "text"
  | "image"
  | "media"
  | "archive"
  | "shell"
  | "config"
  | "lock"
  | "database"
  | "notebook"
  | "font"
  | "binary"
  | "plain";

const byExtension: Readonly<Record<string, FileKind>> = Object.fromEntries(
  (
    [
      [
        "code",
        "ts tsx mts cts js jsx mjs cjs go rs py rb java kt kts swift c h cc cpp hpp cs php lua dart scala ex exs erl hs ml clj r jl zig nim pl pm vue svelte sol",
      ],
      ["markup", "html htm xml xhtml erb haml hbs"],
      ["style", "css scss sass less styl"],
      ["data", "json jsonl json5 csv tsv geojson graphql proto"],
      ["text", "md mdx rst adoc txt tex org rtf log"],
      ["archive", "zip gz tgz bz2 xz zst tar 7z rar jar whl deb rpm"],
      ["shell", "sh bash zsh fish ps1 bat cmd"],
      ["config", "yml yaml toml ini conf cfg env properties editorconfig"],
      ["lock", "lock sum pem crt key"],
      ["database", "sql sqlite db parquet"],
      ["notebook", "ipynb"],
      ["binary", "exe dll so dylib bin o a class pyc wasm pdf"],
    ] as const
  ).flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind] as const)),
);

const byName: Readonly<Record<string, FileKind>> = {
  dockerfile: "config",
  makefile: "config",
  ".gitignore": "config",
  ".gitattributes": "config",
  ".gitmodules": "config",
  license: "text",
  readme: "text",
  "package-lock.json": "lock",
  "go.sum": "lock",
};

/** Kinds by the first part of the media type, where the ending has no kind of its own. */
const byMedia: Readonly<Record<string, FileKind>> = {
  image: "image",
  audio: "media",
  video: "media",
  font: "font",
};

/** Returns the kind of a file by its name or path. */
export function fileKind(path: string): FileKind {
  const name = nameOf(path).toLowerCase();
  const [media = ""] = mediaType(name).split("/");
  return byName[name] ?? byExtension[fileEnding(name)] ?? byMedia[media] ?? "plain";
}
