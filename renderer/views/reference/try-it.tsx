import { Play, Square, Terminal } from "lucide-react";
import { useRef, useState } from "react";
import { z } from "zod";
import { InvalidInput, parseInput } from "../../../shared/api/contract/encode.ts";
import type { OperationReference } from "../../../shared/api/contract/reference.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useAccount } from "../../state/host-state.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { Destination } from "../../ui/destination.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import { toast } from "../../ui/toast.tsx";
import { toCurl } from "./curl.ts";
import { type FormValues, readForm } from "./form-values.ts";
import { ParameterField } from "./parameter-field.tsx";
import styles from "./reference.module.css";
import { ResponsePanel, readForPanel, type ShownResponse } from "./response-panel.tsx";

const drafts = createStoredValues("drafts", "api-call", z.record(z.string(), z.string()), {});

interface TryItProps {
  readonly account: string;
  readonly reference: OperationReference;
}

/** A form for an operation's parameters, and the response. Writes require confirmation. */
export function TryIt({ account, reference }: TryItProps) {
  const { name, operation, parameters } = reference;
  const key = JSON.stringify([account, name]);
  const values: FormValues = useStoredValue(drafts, key).value;
  const used = useAccount(account);
  const running = useRef<AbortController | null>(null);
  const [result, setResult] = useState<ShownResponse | null>(null);
  const call = useSubmit(async (input: Record<string, unknown>) => {
    const controller = new AbortController();
    running.current = controller;
    setResult(null);
    const began = performance.now();
    try {
      const response = await callOperation(account, operation, input, { signal: controller.signal });
      setResult(await readForPanel(response, performance.now() - began));
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
  });
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});

  /** The form's input, once it is valid. */
  const read = (): Record<string, unknown> | null => {
    const form = readForm(parameters, values);
    if ("wrong" in form) {
      setWrong(form.wrong);
      return null;
    }
    try {
      const input = parseInput(operation, form.input);
      setWrong({});
      return input;
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      setWrong(Object.fromEntries(error.issues.map(({ field, message }) => [field.split(".")[0], message])));
      return null;
    }
  };
  const run = async () => {
    const input = read();
    if (!input) return;
    if (operation.method !== "GET" && operation.method !== "HEAD") {
      const sure = await confirm({
        title: `${operation.summary} on ${used?.name ?? "this account"}?`,
        description: (
          <>
            This is sent to the service and may change something there.
            <pre
              className={styles.sent}
            >{`${operation.method} ${operation.path}\n${JSON.stringify(input, null, 2)}`}</pre>
          </>
        ),
        confirmLabel: "Send",
        danger: operation.method === "DELETE",
      });
      if (!sure) return;
    }
    call.submit(input);
  };
  const copy = async () => {
    const input = read();
    if (!input) return;
    const copied = await copyText(toCurl(used?.url ?? "https://service.example", operation, input));
    if (copied) toast.success("Copied. Set $TOKEN to your token.");
    else toast.error("Could not copy the command");
  };
  return (
    <section className={styles.block} aria-label="Try it">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!call.isPending) void run();
        }}
      >
        <div className={styles.fields}>
          {parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={values[parameter.name] ?? ""}
              wrong={wrong[parameter.name]}
              onChange={(value) => drafts.change(key, (now) => ({ ...now, [parameter.name]: value }))}
            />
          ))}
        </div>
        <div className={flow.wrap}>
          <Button type="submit" variant="primary" icon={Play} loading={call.isPending}>
            Try it
          </Button>
          <Destination />
          {call.isPending ? (
            <Button icon={Square} onClick={() => running.current?.abort()}>
              Cancel
            </Button>
          ) : null}
          <Button icon={Terminal} onClick={() => void copy()}>
            Copy as curl
          </Button>
          {Object.values(values).some(Boolean) ? (
            <Button variant="ghost" onClick={() => drafts.change(key, () => ({}))}>
              Clear
            </Button>
          ) : null}
        </div>
      </form>
      {call.failure ? <ErrorState inline {...call.failure} /> : null}
      {result ? <ResponsePanel name={name} response={result} /> : null}
    </section>
  );
}
