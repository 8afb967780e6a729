import { readdirSync, readFileSync } from "node:fs";
import type { z } from "zod";

/** An input of the corpus, with what Helve has to make of it. */
export interface Input<Right> {
  readonly name: string;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
  readonly right: Right;
}

/**
 * Returns the inputs of a kind in the order of its file (`./<kind>.txt`, as README.md describes it), each with its value.
 * Throws where an input is there twice, has no value, or has one that does not fit the schema.
 */
export function readInputs<Schema extends z.ZodType>(file: string, schema: Schema): Input<z.infer<Schema>>[] {
  return readCases(file).map(({ name, input, value }) => {
    const bytes = toBytes(input);
    const right = schema.safeParse(parseValue(value, `${file}: ${name}`));
    if (!right.success) throw new Error(`${file}: the value of ${name} is wrong: ${right.error.message}`);
    return { name, bytes, text: bytes.toString("utf8"), right: right.data };
  });
}

/** Returns the files of the corpus, each with its number of inputs. */
export function countInputs(): ReadonlyMap<string, number> {
  const files = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith(".txt"));
  return new Map(files.map((name) => [`./${name}`, readCases(`./${name}`).length]));
}

/** Returns the cases of a file as they are written. */
function readCases(file: string): readonly { name: string; input: string; value: string }[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  if (text.includes("\r"))
    throw new Error(`${file} has line ends of its own. Write <0D> for those of an input.`);
  const [above, ...blocks] = `\n${text}`.split("\n=== ");
  if (above?.trim()) throw new Error(`${file} does not begin with a case: ${above.trim()}`);
  const names = new Set<string>();
  return blocks.map((block) => {
    const [name = "", ...lines] = block.split("\n");
    if (names.has(name)) throw new Error(`${file} has ${name} twice`);
    names.add(name);
    const mark = lines.indexOf("--- right");
    if (mark < 0) throw new Error(`${file}: ${name} has no value`);
    const input = lines.slice(0, mark).map((line) => `${line}\n`);
    return { name, input: input.join(""), value: lines.slice(mark + 1).join("\n") };
  });
}

/** Returns the bytes of an input: those in angle brackets as they are, all else as UTF-8. */
function toBytes(input: string): Buffer {
  const parts = input.replace(/<end>\n$/, "").split(/<([0-9A-F]{2}(?: [0-9A-F]{2})*)>/);
  return Buffer.concat(
    parts.map((part, index) =>
      Buffer.from(index % 2 ? part.replaceAll(" ", "") : part, index % 2 ? "hex" : "utf8"),
    ),
  );
}

function parseValue(value: string, where: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new Error(`${where}: the value is no JSON`, { cause: error });
  }
}
