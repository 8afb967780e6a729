/** Tabs of a project's settings beside the first one. `web`: the page of the service's web interface that is the same. */
export const settingsTabs = [
  {
    id: "repository",
    label: "Repository",
    web: "settings/repository",
  },
  { id: "access", label: "Access tokens", web: "settings/access_tokens" },
  { id: "webhooks", label: "Webhooks", web: "hooks" },
  { id: "ci", label: "CI/CD", web: "settings/ci_cd" },
] as const;

export type SettingsTab = (typeof settingsTabs)[number]["id"];
