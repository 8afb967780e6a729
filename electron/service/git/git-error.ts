/** git ended with a code that the caller did not expect. */
export class GitError extends Error {
  readonly code: number | null;
  readonly stderr: string;
  constructor(args: readonly string[], code: number | null, stderr: string) {
    super(`git ${args[0] ?? ""} ended with ${code}: ${stderr.trim().slice(0, 2000)}`);
    this.name = "GitError";
    this.code = code;
    this.stderr = stderr;
  }
}
