import type { CiVariable } from "../store/ci/ci-variables.ts";

/** Returns a CI variable; the value of a masked one is never shown again. */
export const toVariable = (variable: CiVariable) => ({
  key: variable.key,
  value: variable.masked ? null : variable.value,
  variable_type: variable.file ? "file" : "env_var",
  protected: variable.protected,
  masked: variable.masked,
  hidden: variable.masked,
  raw: variable.raw,
  environment_scope: "*",
  description: variable.description,
});
