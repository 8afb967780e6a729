import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Settings, settingsPatch } from "../../../shared/host/settings.ts";
import { toProblem } from "../../api/host.ts";
import { changeSettings, readSettings } from "../../api/settings.ts";
import { toast } from "../../ui/toast.tsx";
import { askForCode } from "./confirmation.tsx";

const queryKey = ["settings"];

/**
 * Settings that the host acts on, and a function that changes a part of them. A change that the shell requires to be
 * confirmed with a code is repeated with the typed code, until it is correct or canceled.
 */
export function useHostSettings() {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => readSettings(signal), meta: { reads: [] } });
  const { mutate } = useMutation({
    mutationFn: changeConfirmed,
    onSuccess: (next) => next && client.setQueryData<Settings>(queryKey, next),
    onError: (error) => toast.problem("The setting was not changed", toProblem(error)),
  });
  return { query, change: mutate };
}

/** Returns the current settings, null where the user canceled the change. */
async function changeConfirmed(patch: z.input<typeof settingsPatch>): Promise<Settings | null> {
  let code: string | null = null;
  for (;;) {
    try {
      return await changeSettings(patch, code);
    } catch (error) {
      const { fields } = toProblem(error);
      if (!fields?.confirmation) throw error;
      code = await askForCode({ details: fields.confirmation, wrong: code !== null });
      if (code === null) return null;
    }
  }
}
