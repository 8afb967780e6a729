import { expect, it } from "vitest";
import { checkUserForm, emptyUserForm, toCreation, toUserForm, toUserUpdate } from "./user-form.ts";

const nothing = { password: "", avatar: null };
const user = {
  id: 7,
  name: "Ada",
  username: "ada",
  state: "active" as const,
  avatar_url: null,
  web_url: "",
  email: "ada@example.test",
  bio: null,
  projects_limit: 10,
  is_admin: true,
};

it("writes what was changed and nothing else", () => {
  const base = toUserForm(user);
  expect(toUserUpdate(7, base, base, nothing)).toBeNull();
  const form = { ...base, bio: "Counts", projectsLimit: "0", admin: false, skipConfirmation: true };
  expect(toUserUpdate(7, base, form, nothing)).toEqual({
    id: 7,
    bio: "Counts",
    projects_limit: 0,
    admin: false,
  });
  const moved = { ...base, email: "new@example.test", skipConfirmation: true };
  expect(toUserUpdate(7, base, moved, { ...nothing, password: "long enough" })).toEqual({
    id: 7,
    email: "new@example.test",
    skip_reconfirmation: true,
    password: "long enough",
  });
});

it("creates a user with a password or with a link to choose one", () => {
  const form = {
    ...emptyUserForm,
    name: " Ada ",
    username: "ada",
    email: "ada@example.test",
    external: true,
  };
  const fields = { name: "Ada", username: "ada", email: "ada@example.test", external: true };
  expect(toCreation(form, nothing)).toEqual({ ...fields, reset_password: true });
  expect(toCreation({ ...form, resetPassword: false }, { ...nothing, password: "long enough" })).toEqual({
    ...fields,
    password: "long enough",
  });
});

it("reports what a service would refuse", () => {
  const fields = Object.keys(checkUserForm({ ...emptyUserForm, resetPassword: false }, nothing, true));
  expect(fields).toEqual(["name", "username", "email", "password"]);
  const base = toUserForm(user);
  expect(checkUserForm(base, nothing, false)).toEqual({});
  const wrong = { ...base, username: "-a", projectsLimit: "-1", provider: "ldap" };
  expect(Object.keys(checkUserForm(wrong, { ...nothing, password: "short" }, false))).toEqual([
    "username",
    "projectsLimit",
    "externUid",
    "password",
  ]);
});
