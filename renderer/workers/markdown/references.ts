import type { Element, ElementContent, Root } from "hast";
import { element, replaceTexts, textNode } from "./tree.ts";

/** Elements in which nothing is a reference. */
const skipped: ReadonlySet<string> = new Set(["a", "pre", "code", "tt", "video", "audio"]);

const path = String.raw`[A-Za-z\d_][\w.-]{0,254}(?:\/[A-Za-z\d_][\w.-]{0,254}){0,20}`;
const sha = String.raw`[\da-f]{7,40}`;
const number = String.raw`\d{1,10}`;
const end = String.raw`(?![\p{L}\p{N}_])`;
const quoted = String.raw`"[^"\n]{1,255}"`;
/** A user or group; a full stop or dash at the end is of the sentence. */
const name = String.raw`[A-Za-z\d_](?:[\w.-]{0,254}\w)?`;
/** Begin of a reference: after nothing that it would be a part of, such as an address or a path. */
const begin = String.raw`(?<![\p{L}\p{N}_/.@#!$~%&+-])`;

/** Begin of a sign without a project: `#4/#5` are two. */
const beginOfSign = String.raw`(?<![\p{L}\p{N}_.@#!$~%&+-])`;

/** References that may have the path of a project before their sign. A price is no snippet. */
const signed = [
  String.raw`(?<sign>[!#&])(?<number>${number})(?<format>\+s?)?${end}`,
  String.raw`\$(?<snippet>${number})${end}(?![.,]\d)`,
  String.raw`~(?<label>${quoted}|[\w?.&-]{1,255}(?:::?[\w?.&-]{1,255}){0,5}(?<![.?]))`,
  String.raw`%(?<milestone>${quoted}|[^"\s<]{1,127}\b)`,
].join("|");

const pattern = new RegExp(
  [
    String.raw`(?:${begin}\/?(?<project>${path})|${beginOfSign})(?:${signed})`,
    String.raw`${begin}(?:(?<repository>${path})@)?(?<commit>${sha}(?:\.{2,3}${sha})?)(?![\p{L}\p{N}_/-])`,
    String.raw`${begin}GL-(?<oldNumber>${number})(?<oldFormat>\+s?)?${end}`,
    String.raw`\[(?<kind>issue|work_item|epic):(?:(?<owner>${path})\/)?(?<id>${number})\](?<idFormat>\+s?)?`,
    String.raw`\[wiki_page:(?:(?<wiki>${path}):)?(?<page>[^\]:\n]{1,255})\]`,
    String.raw`${begin}@(?<user>${name}(?:\/${name}){0,20})`,
  ].join("|"),
  "gu",
);
/** Signs without which no text has a reference. */
const anySign = /[!#&$~%@]\w|[~%]"|GL-\d|\[\w+:|[\da-f]{7}/;

/** Object that a reference names, as the data of its element. */
interface Reference {
  /** Such as `merge_request`. */
  readonly type: string;
  /** Number, title, name or id. */
  readonly name: string;
  /** Path of another project (or group) as it is written; empty for the own one. */
  readonly project: string;
  /** `+` for the title, `+s` for a summary. */
  readonly format: string;
}

/**
 * Marks the references of a text, such as `!3`, `group/project#4` and `~"two words"`, for the page to resolve: each becomes
 * a `data` element with its type, name, project and format as data.
 */
export function markReferences(tree: Root): void {
  replaceTexts(tree, skipped, (value) => (anySign.test(value) ? split(value) : null));
}

function split(value: string): ElementContent[] | null {
  const parts: ElementContent[] = [];
  let end = 0;
  for (const match of value.matchAll(pattern)) {
    const reference = readReference(match.groups ?? {}, match.index, value);
    if (!reference) continue;
    if (match.index > end) parts.push(textNode(value.slice(end, match.index)));
    parts.push(marked(reference, match[0]));
    end = match.index + match[0].length;
  }
  if (parts.length === 0) return null;
  if (end < value.length) parts.push(textNode(value.slice(end)));
  return parts;
}

const types: Readonly<Record<string, string>> = {
  "!": "merge_request",
  "#": "issue",
  "&": "epic",
  issue: "issue",
  work_item: "issue",
  epic: "epic",
};

function readReference(
  groups: Readonly<Record<string, string | undefined>>,
  index: number,
  value: string,
): Reference | null {
  const { sign, number, kind, id, page, snippet, label, milestone, commit, user, oldNumber } = groups;
  const project = groups.project ?? groups.repository ?? groups.owner ?? groups.wiki ?? "";
  const reference = (type: string, written: string, format = ""): Reference => ({
    type,
    name: written.replace(/^"(.*)"$/, "$1"),
    project,
    format,
  });
  // A project's name has a letter; `5#4` is no reference to a project `5`.
  if (project !== "" && !/[a-z]/i.test(project)) return null;
  if (sign && number) return reference(types[sign] ?? "", number, groups.format);
  if (kind && id) return reference(types[kind] ?? "", id, groups.idFormat);
  if (oldNumber) return reference("issue", oldNumber, groups.oldFormat);
  if (page) return reference("wiki_page", page);
  if (snippet) return reference("snippet", snippet);
  if (label) return reference("label", label);
  if (milestone) return reference("milestone", milestone);
  if (user) return reference("user", user);
  if (commit && isCommit(commit, value.slice(index, index + commit.length + 3) === `${commit} - `, index)) {
    return reference(commit.includes("..") ? "commit_range" : "commit", commit);
  }
  return null;
}

/** Returns whether a text of hexadecimal digits is an id: a word has no digits, a number no letters unless a list begins with it. */
const isCommit = (commit: string, isListed: boolean, index: number): boolean =>
  commit.includes("..") || (/\d/.test(commit) && (/[a-f]/.test(commit) || (isListed && index === 0)));

function marked({ type, name, project, format }: Reference, written: string): Element {
  const isId = type === "commit" || type === "commit_range";
  const content = isId && project === "" ? element("code", {}, [textNode(written)]) : textNode(written);
  return element(
    "data",
    {
      className: ["gfm", `gfm-${type}`],
      dataReferenceType: type,
      dataReferenceName: name,
      ...(project ? { dataReferenceProject: project } : {}),
      ...(format ? { dataReferenceFormat: format } : {}),
    },
    [content],
  );
}
