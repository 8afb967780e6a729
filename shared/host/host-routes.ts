import { accountRoutes } from "./accounts.ts";
import { artifactRoutes } from "./artifacts.ts";
import { diagnosticRoutes } from "./diagnostics.ts";
import { documentRoutes } from "./documents.ts";
import { downloadRoutes } from "./downloads.ts";
import { eventRoutes } from "./events.ts";
import { mergeQueueRoutes } from "./merge-queue.ts";
import { publishRoutes } from "./publishes.ts";
import { imageRoutes } from "./remote-images.ts";
import { cacheRoutes, settingsRoutes } from "./settings.ts";
import { shellRoutes } from "./shell.ts";
import { localKeyRoutes } from "./ssh-keys.ts";
import { testLedgerRoutes } from "./test-ledger.ts";
import { toolRoutes } from "./tools.ts";
import { traceReads, traceRoutes } from "./traces.ts";
import { watchRoutes } from "./watches.ts";

/** Every route of the host by subject. The page imports the subjects alone. */
export const hostRoutes = {
  accounts: accountRoutes,
  artifacts: artifactRoutes,
  cache: cacheRoutes,
  events: eventRoutes,
  documents: documentRoutes,
  downloads: downloadRoutes,
  traces: traceRoutes,
  traceReads,
  watches: watchRoutes,
  mergeQueue: mergeQueueRoutes,
  publishes: publishRoutes,
  settings: settingsRoutes,
  shell: shellRoutes,
  images: imageRoutes,
  localKeys: localKeyRoutes,
  diagnostics: diagnosticRoutes,
  testLedger: testLedgerRoutes,
  tools: toolRoutes,
};
