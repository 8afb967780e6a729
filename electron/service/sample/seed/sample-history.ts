import type { GitFolder } from "../../git/git-folder.ts";
import { git } from "../../git/run.ts";

/** New content of a path: bytes, a link or submodule, or null for a deletion. */
export type SeedContent =
  | string
  | Buffer
  | { readonly mode: FileMode; readonly data: string | Buffer }
  | null;
type FileMode = "100644" | "100755" | "120000" | "160000";

interface SampleCommit {
  readonly branch: string;
  /** Branch to start from where this one does not exist yet. */
  readonly from?: string;
  /** Branch whose tip becomes the second parent. */
  readonly merge?: string;
  readonly author: Person;
  readonly date: Date;
  readonly message: string;
  readonly files: Readonly<Record<string, SeedContent>>;
}

/** Collects commits and tags and writes them all in one run of `git fast-import`. */
export class History {
  readonly #chunks: Buffer[] = [];
  /** Tip of each branch: a mark, or a commit that was there before. */
  readonly #tips = new Map<string, string>();
  #marks = 0;
  /** Time of the last commit. */
  last = new Date(0);

  commit({ branch, from, merge, author, date, message, files }: SampleCommit): void {
    const parent = this.#tips.get(branch) ?? (from === undefined ? undefined : this.#tips.get(from));
    const second = merge === undefined ? undefined : this.#tips.get(merge);
    const mark = `:${++this.#marks}`;
    this.#line(`commit refs/heads/${branch}`);
    this.#line(`mark ${mark}`);
    this.#line(`author ${sign(author, date)}`);
    this.#line(`committer ${sign(author, date)}`);
    this.#data(message);
    if (parent !== undefined) this.#line(`from ${parent}`);
    if (second !== undefined) this.#line(`merge ${second}`);
    for (const [path, change] of Object.entries(files)) this.#file(path, change);
    this.#line("");
    this.#tips.set(branch, mark);
    this.last = date;
  }

  /** Continues a branch of a repository that already has commits. */
  begin(branch: string, commit: string): void {
    this.#tips.set(branch, commit);
  }

  /** Creates a branch at the tip of another one. */
  fork(branch: string, from: string): void {
    const tip = this.#tips.get(from);
    if (tip === undefined) throw new Error(`no branch ${from}`);
    this.#tips.set(branch, tip);
  }

  /** An annotated tag where there is a message, else a lightweight one. */
  tag(name: string, branch: string, author: Person, date: Date, message?: string): void {
    const mark = this.#tips.get(branch);
    if (mark === undefined) throw new Error(`no branch ${branch}`);
    if (message === undefined) {
      this.#line(`reset refs/tags/${name}`);
      this.#line(`from ${mark}`);
      this.#line("");
      return;
    }
    this.#line(`tag ${name}`);
    this.#line(`from ${mark}`);
    this.#line(`tagger ${sign(author, date)}`);
    this.#data(message);
  }

  async writeTo(repository: GitFolder): Promise<void> {
    await git(repository, ["fast-import", "--quiet", "--force"], { input: Buffer.concat(this.#chunks) });
  }

  #file(path: string, change: SeedContent): void {
    const name = quote(path);
    if (change === null) {
      this.#line(`D ${name}`);
      return;
    }
    const { mode, data } =
      typeof change === "string" || Buffer.isBuffer(change)
        ? { mode: "100644" as const, data: change }
        : change;
    if (mode === "160000") {
      this.#line(`M ${mode} ${data.toString()} ${name}`);
      return;
    }
    this.#line(`M ${mode} inline ${name}`);
    this.#data(data);
  }

  #line(text: string): void {
    this.#chunks.push(Buffer.from(`${text}\n`));
  }

  #data(content: string | Buffer): void {
    const bytes = Buffer.from(content);
    this.#line(`data ${bytes.length}`);
    this.#chunks.push(bytes, Buffer.from("\n"));
  }
}

const sign = ({ name, email }: Person, date: Date): string =>
  `${name} <${email}> ${Math.floor(date.getTime() / 1000)} +0200`;

const quote = (path: string): string =>
  /["\\\n]|^\s|\s$/.test(path) ? `"${path.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"` : path;

/** Person who works in the sample's projects. */
export interface Person {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly location: string;
  readonly organization: string;
  readonly bio: string;
}

const person = (username: string, name: string, location: string, bio: string): Person => ({
  username,
  name,
  email: `${username}@fjord.example`,
  location,
  organization: "Fjord",
  bio,
});

export const people = [
  person("asa", "Åsa Lindqvist", "Bergen", "Keeps the harbour running"),
  person("mateo", "Mateo Fuentes", "Valparaíso", "Boats first, then boards"),
  person("priya", "Priya Raghunathan", "Pune", "Asks what the data says"),
  person("jonas", "Jonas Weiß", "Leipzig", "Reviews before breakfast"),
  person("amara", "Amara Okafor", "Lagos", "Designs what crews look at all day"),
  person("yuki", "鈴木 由紀", "Sapporo", "Tides, and what drives them"),
  person("leila", "Leila Haddad", "Tunis", "Writes the handbook"),
  person("tomasz", "Tomasz Żuławski", "Gdańsk", "Builds the builds"),
] as const;
