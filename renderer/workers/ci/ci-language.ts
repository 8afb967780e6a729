import "monaco-yaml/yaml.worker.js";
import { isCollection, isNode, LineCounter, parseAllDocuments, visit } from "yaml";
import schemaText from "../../../assets/gitlab-ci/schema.json?raw";
import type {
  TextCompletion,
  TextDiagnostic,
  TextHover,
  TextPosition,
} from "../../../shared/text/text-assist.ts";
import { createYamlService } from "./yaml-service.ts";

const uri = "inmemory://ci/.gitlab-ci.yml";

/** Characters beyond which a text is not examined: services read one megabyte. */
const maxLength = 1024 * 1024;

let current = { text: "", version: 0 };

const service = createYamlService(
  {
    getMirrorModels: () => [{ uri, version: current.version, getValue: () => current.text }],
  },
  {
    schemas: [
      {
        uri: "inmemory://ci/schema.json",
        fileMatch: ["*"],
        schema: JSON.parse(schemaText),
      },
    ],
    customTags: ["!reference sequence"],
    // As services read it.
    yamlVersion: "1.1",
    validate: true,
    completion: true,
    hover: true,
    // Its address is one that nothing opens.
    hoverSchemaSource: false,
  },
);

/** Sets the text that the service is asked about. Returns whether it is short enough. */
function open(text: string): boolean {
  if (text.length > maxLength) return false;
  if (text !== current.text) current = { text, version: current.version + 1 };
  return true;
}

/**
 * Returns what GitLab's schema finds wrong in a text. A keyword that it does not have may be newer than the schema, and of a key that
 * is written twice services take the last one: both are warnings. Values that are known only later are left out: references,
 * other tags, and inputs.
 */
export async function diagnose(text: string): Promise<readonly TextDiagnostic[]> {
  if (!open(text)) return [];
  const found = (await service.doValidation(uri)) ?? [];
  if (found.length === 0) return found;
  const { lines, isLater } = readLater(text);
  // Of several at one place, such as one for each shape that a value may have, the first.
  const byPlace = new Map<number, TextDiagnostic>();
  for (const { range, message } of found) {
    const start = lines(range.start);
    if (byPlace.has(start) || message.startsWith("Unresolved tag") || isLater(start, lines(range.end)))
      continue;
    byPlace.set(start, { range, message, severity: mayBeRight.test(message) ? 2 : 1 });
  }
  return [...byPlace.values()];
}

const mayBeRight = /is not allowed\.$|^Map keys must be unique/;

export async function complete(text: string, position: TextPosition): Promise<readonly TextCompletion[]> {
  if (!open(text)) return [];
  const { items } = (await service.doComplete(uri, position)) ?? { items: [] };
  const line = text.split("\n", position.line + 1)[position.line] ?? "";
  const isTag = /!\w*$/.test(line.slice(0, position.character));
  // `$schema` is for editors that read the schema of a file from it; a tag may be anywhere, and is offered once it is begun.
  return items.filter(({ label }) => label !== "$schema" && (isTag || !label.startsWith("!")));
}

export async function hover(text: string, position: TextPosition): Promise<TextHover | null> {
  if (!open(text)) return null;
  return (await service.doHover(uri, position)) ?? null;
}

/** Finds the values of a text that are known only once all files are merged: those with a tag, and with `$[[ ]]`. */
function readLater(text: string) {
  const counter = new LineCounter();
  const ranges: (readonly [from: number, to: number])[] = [];
  const documents = parseAllDocuments(text, {
    lineCounter: counter,
    logLevel: "silent",
    prettyErrors: false,
  });
  for (const document of "empty" in documents ? [] : documents) {
    visit(document, {
      Node(_, node) {
        if (!isNode(node) || !node.range) return;
        const [from, to] = node.range;
        const hasTag = node.tag?.startsWith("!") && !node.tag.startsWith("!!");
        const isFilled = !isCollection(node) && text.slice(from, to).includes("$[[");
        // The tag itself is before the range of its value.
        if (hasTag) ranges.push([Math.max(0, text.lastIndexOf("!", from)), to]);
        else if (isFilled) ranges.push([from, to]);
      },
    });
  }
  const lines = ({ line, character }: TextPosition): number =>
    (counter.lineStarts[line] ?? text.length) + character;
  // A fault of a value is where the value is; one of its map or list is not about it.
  const isLater = (start: number, end: number) =>
    ranges.some(([from, to]) => start >= from && end <= Math.max(to, from + 1));
  return { lines, isLater };
}
