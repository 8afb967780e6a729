import type { Page } from "@playwright/test";
import { callProject } from "../../fixtures/call-project.ts";
import { fetchConfirmed } from "../../fixtures/enter-codes.ts";
import type { SweptView } from "../../fixtures/swept-view.ts";
import { partsOf } from "../sample-addresses.ts";
import { goToHref, type Step, shows, steps } from "./steps.ts";

const project = "atlas/tides";
const inTides = partsOf(project);
const settings = (tab: string) => inTides("settings", { tab });

/** A name without a place to break it. */
const long = "a-rather-long-name-of-a-thing-that-somebody-has-typed-without-any-space";

/** Makes something in the project, unless it is there already. */
const make =
  (path: string, body: object): Step =>
  async (page) => {
    const url = `/-/accounts/local/operations/projects/${encodeURIComponent(project)}${path}`;
    await fetchConfirmed(page, url, "POST", body);
  };

const remove =
  (...paths: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const path of paths) await callProject(page, project, "DELETE", path);
  };

/** Deletes all that a list of the project has. */
const removeAll =
  (path: string) =>
  async (page: Page): Promise<void> => {
    const rows = await callProject<readonly { readonly id: number }[]>(page, project, "GET", path);
    await remove(...rows.map(({ id }) => `${path}/${id}`))(page);
  };

/** Settings of a project with something in each list. */
export const projectStates: readonly SweptView[] = [
  {
    name: "project-rules",
    href: inTides("overview"),
    open: steps(
      make("/protected_branches", {
        name: `release/${long}/*`,
        push_access_level: 0,
        merge_access_level: 30,
        allow_force_push: true,
      }),
      make("/protected_tags", { name: "v*" }),
      make("/deploy_keys", {
        title: long,
        key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFCRm0oHFgKYXpRYCSGPHR1hSu9r0Cn5OzUDLR1hTq0G of@state",
        can_push: true,
      }),
      goToHref(settings("repository")),
      shows("Force push allowed"),
      shows("Read and push"),
    ),
    close: async (page) => {
      await remove(`/protected_branches/${encodeURIComponent(`release/${long}/*`)}`)(page);
      await remove("/protected_tags/v*")(page);
      await removeAll("/deploy_keys")(page);
    },
  },
  {
    name: "project-variables",
    href: inTides("overview"),
    open: steps(
      make("/variables", { key: "REGION", value: "north", description: "Where the tide gauge is" }),
      make("/variables", {
        key: long.toUpperCase().replaceAll("-", "_"),
        value: "a-secret-of-the-state",
        masked: true,
        protected: true,
        variable_type: "file",
        environment_scope: "review/*",
      }),
      goToHref(settings("ci")),
      shows("Hidden for good"),
      (page) => page.getByRole("button", { name: "Show value of REGION" }).click(),
    ),
    close: remove("/variables/REGION", `/variables/${long.toUpperCase().replaceAll("-", "_")}`),
  },
  {
    name: "project-webhooks",
    href: inTides("overview"),
    open: steps(
      make("/hooks", {
        url: `https://hooks.example.test/${long}`,
        name: "Harbour chat",
        issues_events: true,
        pipeline_events: true,
        enable_ssl_verification: false,
      }),
      goToHref(settings("webhooks")),
      shows("Harbour chat"),
      (page) => page.getByRole("button", { name: "Deliveries" }).first().click(),
      shows("No deliveries yet"),
    ),
    close: removeAll("/hooks"),
  },
  {
    name: "project-tokens",
    href: inTides("overview"),
    open: steps(
      make("/access_tokens", { name: long, scopes: ["api", "read_repository"], access_level: 30 }),
      goToHref(settings("access")),
      shows("read_repository"),
    ),
    close: removeAll("/access_tokens"),
  },
];
