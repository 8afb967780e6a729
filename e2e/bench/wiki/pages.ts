import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Folder of the one wiki that has but a home page, in an app's data folder. */
export function wikiFolderIn(folder: string): string {
  const wikis = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".wiki.git"))
    .map((path) => join(folder, path));
  const commits = (path: string) =>
    Number(execFileSync("git", ["-C", path, "rev-list", "--count", "HEAD"], { encoding: "utf8" }));
  const own = wikis.find((path) => commits(path) === 1);
  if (!own) throw new Error("The wiki was not found");
  return own;
}

/** Adds the pages, about 4 KB each in folders of ten, as one commit. */
export function addPages(repository: string, count: number): void {
  const sentence = "The lantern is turned at dusk and again before the second watch begins. ";
  const parts: string[] = [
    "commit refs/heads/main\ncommitter Bench <bench@helve.example> 1600000000 +0000\ndata 5\npages\nfrom refs/heads/main^0\n",
  ];
  for (let number = 0; number < count; number++) {
    const content = `# Page ${number}\n\nPage ${number} of the wiki.\n\n${sentence.repeat(55)}\n`;
    const path = `area-${number % 10}/topic-${number % 41}/Page-${number}.md`;
    parts.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`);
  }
  execFileSync("git", ["-C", repository, "fast-import", "--quiet"], { input: parts.join("") });
}
