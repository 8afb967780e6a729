import { createQueryClient } from "../api/query-client.ts";

/** The app's query cache. */
export const queryClient = createQueryClient();
