/** A row of the projects table, with its full path. */
export interface Project {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly visibility: "private" | "internal" | "public";
  /** Folder of the bare repository, absolute. */
  readonly repositoryPath: string;
  /** Null while the repository is empty. */
  readonly defaultBranch: string | null;
}
