/** One bare repository on disk, driven through git itself. */
export interface Repository {
  readonly folder: string;
}
