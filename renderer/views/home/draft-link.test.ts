import { expect, it } from "vitest";
import { draftLink } from "./draft-link.ts";

it("leads to where a draft was written", () => {
  expect(draftLink('snippet ["1",null,"new"]')).toMatchObject({
    href: "/a/1/snippets/new",
    label: "New snippet",
  });
  expect(draftLink('snippet ["1","g/p",7]')?.href).toBe("/a/1/p/g%2Fp/snippets/7/edit");
  expect(draftLink('note ["1",{"kind":"issue","project":"g/p","number":3}]')).toMatchObject({
    href: "/a/1/p/g%2Fp/issues/3",
    label: "Comment on g/p#3",
  });
  expect(draftLink('comment ["1","g/p","9"]')?.label).toBe("Comment on g/p!9");
  for (const key of ["status", "note nonsense", 'edit-note ["1"]', 'comment ["1"]']) {
    expect(draftLink(key)).toBeNull();
  }
});
