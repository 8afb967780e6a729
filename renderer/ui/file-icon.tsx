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
import styles from "./file-icon.module.css";
import { type FileKind, fileKind } from "./file-kind.ts";
import { Icon, type IconType } from "./icon.tsx";
import layout from "./layout.module.css";
import tones from "./tone.module.css";

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

export interface FileIconProps {
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
