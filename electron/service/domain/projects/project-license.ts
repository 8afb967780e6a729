import { readBeginning } from "../../git/blobs.ts";
import { ifTooLarge } from "../../git/git-errors.ts";
import { listTreeEntries } from "../../git/ls-tree.ts";
import { branchTip } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";

/** A license by its SPDX name, with the words that only its text has. */
interface KnownLicense {
  readonly key: string;
  readonly name: string;
  readonly words: readonly RegExp[];
}

/** Licenses in the order of checking: the first one whose phrases are all in the text is used. */
const licenses: readonly KnownLicense[] = [
  {
    key: "agpl-3.0",
    name: "GNU Affero General Public License v3.0",
    words: [/GNU AFFERO GENERAL PUBLIC LICENSE/i],
  },
  {
    key: "lgpl-3.0",
    name: "GNU Lesser General Public License v3.0",
    words: [/GNU LESSER GENERAL PUBLIC LICENSE/i, /version 3/i],
  },
  {
    key: "lgpl-2.1",
    name: "GNU Lesser General Public License v2.1",
    words: [/GNU LESSER GENERAL PUBLIC LICENSE/i, /version 2\.1/i],
  },
  {
    key: "gpl-3.0",
    name: "GNU General Public License v3.0",
    words: [/GNU GENERAL PUBLIC LICENSE/i, /version 3/i],
  },
  {
    key: "gpl-2.0",
    name: "GNU General Public License v2.0",
    words: [/GNU GENERAL PUBLIC LICENSE/i, /version 2/i],
  },
  { key: "apache-2.0", name: "Apache License 2.0", words: [/Apache License/i, /version 2\.0/i] },
  { key: "mpl-2.0", name: "Mozilla Public License 2.0", words: [/Mozilla Public License/i, /version 2\.0/i] },
  {
    key: "epl-2.0",
    name: "Eclipse Public License 2.0",
    words: [/Eclipse Public License/i, /v(?:ersion)? ?2\.0/i],
  },
  { key: "unlicense", name: "The Unlicense", words: [/free and unencumbered software/i] },
  { key: "cc0-1.0", name: "Creative Commons Zero v1.0 Universal", words: [/CC0 1\.0/i] },
  {
    key: "bsd-3-clause",
    name: 'BSD 3-Clause "New" or "Revised" License',
    words: [/redistributions? in binary form/i, /neither the name/i],
  },
  {
    key: "bsd-2-clause",
    name: 'BSD 2-Clause "Simplified" License',
    words: [/redistributions? in binary form/i],
  },
  {
    key: "isc",
    name: "ISC License",
    words: [/permission to use, copy, modify, and(?:\/or)? distribute/i, /above copyright notice/i],
  },
  {
    key: "0bsd",
    name: "BSD Zero Clause License",
    words: [/permission to use, copy, modify, and(?:\/or)? distribute/i],
  },
  {
    key: "mit",
    name: "MIT License",
    words: [/permission is hereby granted, free of charge/i, /without restriction/i],
  },
];

const fileNames = /^(?:un)?licen[cs]es?(?:[.-].*)?$|^copying(?:\..*)?$/i;

/** Bytes of a license's file that are read. */
const maxBytes = 64 * 1024;

/** Returns the license of a project, by the file at the top of its default branch; null where there is none. */
export async function findLicense(store: ServiceStore, project: Project) {
  if (project.defaultBranch === null) return null;
  const repository = store.git.open(project.repositoryPath);
  const tip = await branchTip(repository, project.defaultBranch);
  const entries =
    tip === null ? [] : ((await listTreeEntries(repository, tip, "", false).catch(ifTooLarge(null))) ?? []);
  const file = entries.find(({ type, path }) => type === "blob" && fileNames.test(path));
  if (!file) return null;
  const content = (await readBeginning(repository, file.id, maxBytes)).toString();
  const text = content.replace(/\s+/g, " ");
  const license = licenses.find(({ words }) => words.every((word) => word.test(text)));
  return { path: file.path, key: license?.key ?? "other", name: license?.name ?? "Other" };
}
