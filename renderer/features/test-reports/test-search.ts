import type { TestRow } from "../../workers/junit/junit-types.ts";

/** Returns the parameters of a test in the address of its report; its group may be empty. */
export const testSearch = ({ group, name }: Pick<TestRow, "group" | "name">) => ({
  test: name,
  group: group || undefined,
});
