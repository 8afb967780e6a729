import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { getRunner, type RunnerDetail, updateRunner } from "../../../../shared/api/resources/runners.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button } from "../../../ui/button.tsx";
import { Destination } from "../../../ui/destination.tsx";
import { DiscardButton } from "../../../ui/discard-button.tsx";
import flow from "../../../ui/flow.module.css";
import { Form, FormFailure } from "../../../ui/form.tsx";
import pane from "../../../ui/table-pane.module.css";
import { toast } from "../../../ui/toast.tsx";
import { runnerName } from "../fleet/runner.ts";
import { cacheDetail } from "../fleet/runner-queries.ts";
import { checkRunnerForm, type RunnerForm, runnerForm, toRunnerForm, toRunnerUpdate } from "./runner-edit.ts";
import { RunnerFormFields } from "./runner-form-fields.tsx";

interface EditRunnerProps {
  readonly account: string;
  readonly version: string | null;
  readonly runner: RunnerDetail;
  readonly onEnd: () => void;
}

/** Forms that are being filled in, with what the runner was when they were opened. */
const drafts = createStoredValues(
  "drafts",
  "runner",
  z.object({ base: runnerForm, form: runnerForm }).nullable(),
  null,
);

/** Edits a runner. The draft is stored until it is saved or discarded. */
export function EditRunner({ account, version, runner, onEnd }: EditRunnerProps) {
  const key = `runner ${account} ${runner.id}`;
  const { value: draft } = useStoredValue(drafts, key);
  const [opened] = useState(() => toRunnerForm(runner));
  const base = draft?.base ?? opened;
  const form = draft?.form ?? opened;
  const write = useWrite();
  const client = useQueryClient();
  const errors = checkRunnerForm(form);
  const isChanged = JSON.stringify(form) !== JSON.stringify(base);
  const set = (patch: Partial<RunnerForm>) =>
    drafts.change(key, () => ({ base, form: { ...form, ...patch } }));
  const end = () => {
    drafts.change(key, () => null);
    onEnd();
  };
  const discard = () => {
    end();
    if (isChanged)
      toast.discarded(`changes to ${runnerName(runner)}`, () => drafts.change(key, (now) => now ?? draft));
  };
  const submission = useSubmit(async () => {
    const now = await fetchOperation(account, getRunner, { id: runner.id });
    const input = toRunnerUpdate(base, form, now, version);
    if (input) cacheDetail(client, account)(runner.id, await write(updateRunner, input));
    toast.success(`Saved ${form.description || runnerName(runner)}`);
    end();
  });
  const isValid = Object.keys(errors).length === 0;
  return (
    <Form
      className={flow.fillColumn}
      aria-label="Edit runner"
      submission={submission}
      isReady={isValid && isChanged}
    >
      <div className={pane.panelBody}>
        <RunnerFormFields {...{ form, errors }} onChange={set} autoFocus />
        <FormFailure submission={submission} />
      </div>
      <div className={pane.actions}>
        <DiscardButton isChanged={isChanged} onClick={discard} />
        <Destination />
        <Button
          type="submit"
          variant="primary"
          loading={submission.isPending}
          disabled={!isChanged || !isValid}
        >
          Save changes
        </Button>
      </div>
    </Form>
  );
}
