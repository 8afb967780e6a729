/**
 * Names that real services predefine for rules and whose value this one cannot know. A condition that needs one is an error:
 * as an empty text it would decide wrongly without a word.
 */
export const unknownToRules: ReadonlySet<string> = new Set([
  "CI_API_GRAPHQL_URL",
  "CI_DEPENDENCY_PROXY_DIRECT_GROUP_IMAGE_PREFIX",
  "CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX",
  "CI_DEPENDENCY_PROXY_SERVER",
  "CI_PAGES_DOMAIN",
  "CI_PAGES_HOSTNAME",
  "CI_PAGES_URL",
  "CI_PROJECT_REPOSITORY_LANGUAGES",
  "CI_SERVER_SHELL_SSH_HOST",
  "CI_SERVER_SHELL_SSH_PORT",
  "CI_TEMPLATE_REGISTRY_HOST",
]);

/** Returns the variables of a job that its rules know. */
export const jobNameVariables = ({
  name,
  stage,
}: {
  readonly name: string;
  readonly stage: string;
}): Readonly<Record<string, string>> => ({
  CI_JOB_NAME: name,
  CI_JOB_NAME_SLUG: toDnsLabel(name),
  CI_JOB_STAGE: stage,
});

/** Returns a text as a DNS label: lower case, 63 characters at most, no `-` at its ends. */
export const toDnsLabel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
