import {
  type AttributeFile,
  type AttributeValue,
  attributesOf,
  parseAttributes,
} from "../../../shared/attributes.ts";
import { Cache } from "./cache.ts";
import { acrossRepositories } from "./git-folder.ts";
import type { Repository } from "./repository.ts";

/** Bytes of a `.gitattributes` above which it is ignored. */
const maxFileBytes = 256 * 1024;

/** Parsed files, by the hash of their content and their folder. */
const parsed = acrossRepositories(() => new Cache<AttributeFile>(500, ({ rules }) => 1 + rules.length / 100));

/** Reads the attributes of a file, as git does with the `.gitattributes` of a tree. */
export type AttributesReader = (path: string) => Promise<ReadonlyMap<string, AttributeValue>>;

/** Returns a reader of the attributes that a commit or tree gives its files; each folder is looked at once. */
export function attributesReader(repository: Repository, tree: string): AttributesReader {
  const files = new Map<string, Promise<AttributeFile | null>>();
  const readFolder = (folder: string): Promise<AttributeFile | null> => {
    const known = files.get(folder);
    if (known) return known;
    const reading = readFile(repository, tree, folder);
    files.set(folder, reading);
    return reading;
  };
  return async (path) => {
    const names = path.split("/").slice(0, -1);
    const folders = ["", ...names.map((_, index) => names.slice(0, index + 1).join("/"))];
    const found = await Promise.all(folders.map(readFolder));
    return attributesOf(
      found.filter((file) => file !== null),
      path,
    );
  };
}

async function readFile(repository: Repository, tree: string, folder: string): Promise<AttributeFile | null> {
  const info = await repository.objects.check(`${tree}:${folder === "" ? "" : `${folder}/`}.gitattributes`);
  if (info?.type !== "blob" || info.size > maxFileBytes) return null;
  const key = `${info.id} ${folder}`;
  const known = parsed(repository).get(key);
  if (known) return known;
  const file = parseAttributes((await repository.objects.read(info.id))?.content.toString() ?? "", folder);
  parsed(repository).set(key, file);
  return file;
}
