import { readFileSync } from "node:fs";
import { operationKey } from "../../../../shared/api/contract/call-facts.ts";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { operations } from "../../../../shared/api/index.ts";
import type { ContractService } from "./contract-service.ts";

/** The list's operations of repositories, reviews and CI, by the contract test that drives them. */
export const parts = {
  files: ["A01", "A02", "A03", "A04", "A05", "A06", "A07"],
  commits: ["A08", "A09", "A10", "A11", "A14"],
  "cherry-pick-revert": ["A12", "A13"],
  "commit-comments": ["A15", "A16"],
  "commit-statuses": ["A17"],
  branches: ["A18", "A19", "A20", "A21", "A22"],
  "protected-branches": ["A23", "A24"],
  tags: ["A25", "A26", "A27", "A28", "A29", "A30"],
  repository: ["A31", "A32", "A33", "A34", "A35", "A36", "A37"],
  submodules: ["A38"],
  releases: ["A39", "A40", "A41", "A42", "A43"],
  "merge-request-lists": ["A44", "A45", "A46"],
  "merge-requests": ["A47", "A48", "A49", "A50", "A51", "A52", "A53"],
  notes: Array.from({ length: 15 }, (_, i) => `A${54 + i}`),
  users: ["B12", "B13", "B14", "B15", "B16", "B17"],
  "user-status": ["B18", "B19", "B20"],
  "ssh-keys": ["B21", "B22", "B23", "B24", "B25", "B26", "B27", "B28"],
  projects: ["B01", "B02", "B03"],
  "group-lists": ["B04", "B05", "B06"],
  groups: ["B07", "B08", "B09", "B10", "B11"],
  runners: ["B29", "B30", "B31", "B32", "B33", "B34", "B35", "B36", "B37"],
  "runner-registration": ["B38", "B39", "B40"],
  jobs: ["B41", "B42", "B43", "B48", "B49", "B50", "B51"],
  artifacts: ["B44", "B45", "B46", "B47"],
  "notification-settings": ["B85", "B86", "B87", "B88", "B89", "B90"],
  environments: ["B52", "B53", "B54", "B55", "B56", "B57", "B58", "B59"],
  "project-snippets": ["B64", "B65", "B66", "B67", "B68", "B69", "B70"],
  "personal-snippets": ["B71", "B72", "B73", "B74", "B75", "B76", "B77", "B78"],
  wikis: ["B79", "B80", "B81", "B82", "B83", "B84"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A part of the API whose contract test is `PART.contract.test.ts`. */
export type Part = keyof typeof parts;

interface Listed {
  readonly id: string;
  readonly key: string;
  readonly section: string;
}

/** Operations of the documented API. */
export const listed: readonly Listed[] = readFileSync(
  new URL("../../../../shared/api/endpoints.tsv", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([id = "", method, path, section = ""]) => ({ id, key: `${method} ${path}`, section }));

/** Returns the operations of a part, by their exported names. */
export function operationsOf(part: Part): [string, AnyOperation][] {
  const ids: readonly string[] = parts[part];
  const keys = listed.filter(({ id }) => ids.includes(id)).map(({ key }) => key);
  return Object.entries(operations).filter(([, operation]) => keys.includes(operationKey(operation)));
}

/**
 * Returns the operations of a part that were not called over HTTP with valid and with invalid input; it should be
 * empty.
 */
export function notDriven(service: ContractService, part: Part): string[] {
  return operationsOf(part).flatMap(([, operation]) => {
    const key = operationKey(operation);
    const statuses = service.driven.get(key) ?? new Set<number>();
    const takesInput = Object.keys({ ...operation.query, ...operation.body }).length > 0;
    // Without a parameter in its path it cannot be missing.
    const hasParameter = operation.path.includes(":");
    const expected = [
      operation.status,
      401,
      403,
      ...(hasParameter ? [404] : []),
      ...(takesInput ? [400] : []),
    ];
    return expected
      .filter((status) => !statuses.has(status))
      .map((status) => `${key} never returned ${status}`);
  });
}
