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
  // As the review stores a general comment, and comments on lines.
  for (const key of ['comment merge-request ["1","g/p","9"]', 'merge-request ["1","g/p","9"]']) {
    expect(draftLink(key)).toMatchObject({
      href: "/a/1/p/g%2Fp/merge_requests/9",
      label: "Comment on g/p!9",
    });
  }
  expect(draftLink('commit-comment ["1","g/p","0123456789abcdef"]')).toMatchObject({
    href: "/a/1/p/g%2Fp/commits/0123456789abcdef",
    label: "Comment on g/p@01234567",
  });
  expect(draftLink('wiki ["1","g/p","docs/Set-up"]')).toMatchObject({
    href: "/a/1/p/g%2Fp/wiki/docs%2FSet-up/edit",
    label: "Wiki page Set up in g/p",
  });
  expect(draftLink('wiki ["1","g/p","new 7"]')).toMatchObject({
    href: "/a/1/p/g%2Fp/wiki/new?draft=new+7",
    label: "New wiki page in g/p",
  });
  expect(draftLink('reply ["1","g/p",9,"d34db33f"]')).toMatchObject({
    href: "/a/1/p/g%2Fp/merge_requests/9",
    label: "Reply on g/p!9",
  });
  expect(draftLink('edit-note ["1","g/p",9,71]')?.label).toBe("Edited comment on g/p!9");
  expect(draftLink('edit-note ["1",{"kind":"issue","project":"g/p","number":3},5]')?.href).toBe(
    "/a/1/p/g%2Fp/issues/3",
  );
  expect(draftLink('description merge-request ["1","g/p","9"]')?.label).toBe("Description of g/p!9");
  expect(draftLink('new-merge-request ["1","g/p"]')).toMatchObject({
    href: "/a/1/p/g%2Fp/merge_requests?create=1",
    label: "New merge request in g/p",
  });
  expect(draftLink('description issue ["1","g/p",3]')).toMatchObject({
    href: "/a/1/p/g%2Fp/issues/3",
    label: "Description of g/p#3",
  });
  expect(draftLink('issue-reply ["1","g/p",3,"d34db33f"]')?.label).toBe("Reply on g/p#3");
  expect(draftLink('new-issue ["1","g/p"]')?.href).toBe("/a/1/p/g%2Fp/issues?create=1");
  expect(draftLink('file-comment ["1","g/p","abc","src/a b.ts",3,5]')).toMatchObject({
    href: "/a/1/p/g%2Fp/files?ref=abc&path=src%2Fa+b.ts#L3-5",
    label: "Comment on src/a b.ts in g/p",
  });
  expect(draftLink('commit ["1","g/p","0123456789abcdef"]')?.label).toBe("Comment on g/p@01234567");
  expect(draftLink('review-summary merge-request ["1","g/p","9"]')).toMatchObject({
    href: "/a/1/p/g%2Fp/merge_requests/9",
    label: "Review summary of g/p!9",
  });
  for (const key of ["status", "note nonsense", 'edit-note ["1"]', 'comment ["1"]']) {
    expect(draftLink(key)).toBeNull();
  }
});

it.each([
  ['["1","g/p",null]', "/a/1/p/g%2Fp/releases", "New release in g/p"],
  ['["1","g/p","v1"]', "/a/1/p/g%2Fp/releases#v1", "Release v1 in g/p"],
  ['release-notes ["1","g/p","v1"]', "/a/1/p/g%2Fp/tags?search=v1", "Release notes of v1 in g/p"],
  ['new-tag ["1","g/p"]', "/a/1/p/g%2Fp/tags", "New tag in g/p"],
  ['new-tag-name ["1","g/p"]', "/a/1/p/g%2Fp/tags", "New tag in g/p"],
  ['new-branch ["1","g/p"]', "/a/1/p/g%2Fp/branches", "New branch in g/p"],
  ['environment ["1","g/p",7]', "/a/1/p/g%2Fp/environments", "Environment of g/p"],
  ['label ["1","g/p","new"]', "/a/1/p/g%2Fp/labels", "Label of g/p"],
  ['milestone ["1","g/p",7]', "/a/1/p/g%2Fp/milestones", "Milestone of g/p"],
  ['group-label ["1","g/s",7]', "/a/1/groups/g%2Fs/labels", "Label of g/s"],
  ['group-milestone ["1","g/s","new"]', "/a/1/groups/g%2Fs/milestones", "Milestone of g/s"],
  ['job-variables ["1","g/p",7]', "/a/1/p/g%2Fp/jobs/7", "Variables of job #7 in g/p"],
  ['pipeline ["1","g/p"]', "/a/1/p/g%2Fp/pipelines", "New pipeline of g/p"],
  [
    'submodule ["1","g/p","main","lib/kit"]',
    "/a/1/p/g%2Fp/files?ref=main&path=lib%2Fkit",
    "Commit of the submodule lib/kit in g/p",
  ],
  [
    'conflict-message merge-request ["1","g/p","9"]',
    "/a/1/p/g%2Fp/merge_requests/9",
    "Commit message of the conflicts of g/p!9",
  ],
  ['project-settings ["1","g/p"]', "/a/1/p/g%2Fp/settings", "Settings of g/p"],
  ["new-project 1", "/a/1/projects/new", "New project"],
  ["status 1", "/a/1/me/profile", "Status"],
  ["profile 1", "/a/1/me/profile", "Changes to your profile"],
  ["ssh-key 1", "/a/1/me/keys", "New SSH key"],
  ["ssh-key-title 1", "/a/1/me/keys", "New SSH key"],
  ["system hook 1", "/a/1/admin/hooks", "New system hook"],
  ["user key 1 7", "/a/1/admin/users?user=7", "SSH key of user #7"],
  ["user 1 new", "/a/1/admin/users", "New user"],
  ["user 1 7", "/a/1/admin/users?user=7", "Changes to user #7"],
  ["runner 1 7", "/a/1/runners?runner=7", "Changes to runner #7"],
  ["group 1 below top", "/a/1/groups", "New group"],
  ["group 1 below 7", "/a/1/groups/7", "New subgroup of group #7"],
  ["group 1 edit 7", "/a/1/groups/7", "Changes to group #7"],
])("leads to the form of %s", (key, href, label) => {
  expect(draftLink(key)).toEqual({ account: "1", href, label });
});
