/** The file that describes a project's jobs. */
export const configPath = ".gitlab-ci.yml";

/** Bytes of one file beyond which it is not read. */
export const maxFileBytes = 1024 * 1024;
