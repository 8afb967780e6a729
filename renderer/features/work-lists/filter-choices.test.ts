import { expect, test } from "vitest";
import { mergePeople } from "./filter-choices.tsx";

const person = (username: string, name: string) => ({ username, name });

test("an author who is not a member is offered, and everyone only once", () => {
  const author = person("visitor", "Vera Visitor");
  const member = person("mateo", "Mateo Fuentes");
  expect(mergePeople("", [author, member], [member])).toEqual([author, member]);
  expect(mergePeople("", [author], [], [author])).toEqual([author]);
});

test("of the listed people only those who match the query are offered", () => {
  const author = person("visitor", "Vera Visitor");
  const found = person("vic", "Victor");
  expect(mergePeople("@visi", [author, person("leila", "Leila")], [found])).toEqual([author, found]);
});
