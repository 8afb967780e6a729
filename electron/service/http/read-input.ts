import { decodeInput } from "../../../shared/api/contract/decode.ts";
import { InvalidInput } from "../../../shared/api/contract/encode.ts";
import type { Match } from "../../../shared/api/contract/match.ts";
import { badParameter, httpError } from "./http-error.ts";
import { readBody } from "./read-body.ts";

/** Returns the input of an operation, read leniently. Throws 400 that names each missing or invalid parameter. */
export async function readInput(
  { operation, params }: Match,
  request: Request,
  url: URL,
): Promise<Record<string, unknown>> {
  try {
    const call = { params, search: url.searchParams, body: await readBody(request) };
    return decodeInput(operation, call, "lenient");
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const broken = error.issues.find(({ kind }) => kind === "rule");
    if (broken) throw httpError(400, broken.message);
    const texts = error.issues.map(({ field, kind }) =>
      kind === "missing" ? `${toRackName(field)} is missing` : `${toRackName(field)} is invalid`,
    );
    throw badParameter([...new Set(texts)].join(", "));
  }
}

/** Returns `actions.0.file_path` as services write it: `actions[0][file_path]`. */
const toRackName = (field: string): string => {
  const [first = "", ...rest] = field.split(".");
  return first + rest.map((part) => `[${part}]`).join("");
};
