import {
  createRunner,
  deleteRunnerByToken,
  registerRunner,
  verifyRunner,
} from "../../../shared/api/resources/runners.ts";
import * as runners from "../domain/ci/runners.ts";
import { implement } from "../http/implement.ts";

export const runnerRegistrationRoutes = [
  implement(createRunner, (input, context) => ({
    ...runners.addRunner(context, input),
    token_expires_at: null,
  })),
  // Runners authenticate with the token in the body.
  implement(registerRunner, (input, { store }) => ({ ...runners.addRegisteredRunner(store, input) })),
  implement(deleteRunnerByToken, (input, { store }) => {
    runners.removeRunnerByToken(store, input.token);
    return undefined;
  }),
  implement(verifyRunner, (input, { store }) => {
    const id = runners.markRunnerOnline(store, input.token);
    // Runners that name their machine read the runner; the documents have no body.
    return input.system_id === undefined
      ? undefined
      : Response.json({ id, token: input.token, token_expires_at: null });
  }),
];
