import { Download, Play, Square, Terminal } from "lucide-react";
import { useRef, useState } from "react";
import { encodeCall, parseInput } from "../../../shared/api/contract/encode.ts";
import { InvalidInput } from "../../../shared/api/contract/encode-values.ts";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import type { OperationReference, ParameterReference } from "../../../shared/api/contract/reference.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { serviceUrls } from "../../features/addresses/service-urls.ts";
import { useAccount } from "../../state/host-state.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton, copyText } from "../../ui/buttons/copy-button.tsx";
import { saveBlob } from "../../ui/buttons/save-blob.ts";
import { CodeView } from "../../ui/code/code-view.tsx";
import { Destination } from "../../ui/forms/destination.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { type FormValues, fieldKind, readForm } from "./form-values.ts";
import styles from "./reference.module.css";

const drafts = createStoredValues("drafts", "api-call", {});

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

/** Returns a text as a quoted word of a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The command that makes the same call from a shell, with the token left to a variable. `base` is the service's URL.
 * Throws InvalidInput.
 */
export function toCurl(
  base: string,
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): string {
  const call = encodeCall(operation, input);
  const parts = [`curl --request ${call.method}`, '--header "PRIVATE-TOKEN: $TOKEN"'];
  if (call.contentType) parts.push(`--header ${quote(`Content-Type: ${call.contentType}`)}`);
  if (typeof call.body === "string") parts.push(`--data-raw ${quote(call.body)}`);
  else if (call.body) {
    for (const [name, value] of call.body)
      parts.push(`--form ${quote(`${name}=${typeof value === "string" ? value : `@${value.name}`}`)}`);
  }
  parts.push(quote(serviceUrls.api(base, call.path)));
  return parts.join(" \\\n  ");
}

interface ParameterFieldProps {
  readonly parameter: ParameterReference;
  readonly value: string;
  /** Error, which follows the parameter's name in a sentence. */
  readonly wrong: string | undefined;
  readonly onChange: (value: string) => void;
}

const notSent = { value: "", label: "not sent" };

/** A field that suits a parameter: a choice where the values are known, JSON where it is a list or object. */
function ParameterField({ parameter, value, wrong, onChange }: ParameterFieldProps) {
  const { name, required, values, type } = parameter;
  const label = required ? `${name} *` : name;
  const kind = fieldKind(parameter);
  const text = { label, value, onChange, error: wrong ? `${name} ${wrong}` : undefined };
  if (kind === "check") {
    return (
      <Select
        {...text}
        options={[notSent, { value: "true", label: "true" }, { value: "false", label: "false" }]}
      />
    );
  }
  if (kind === "choice") {
    return <Select {...text} options={[notSent, ...values.map((each) => ({ value: each, label: each }))]} />;
  }
  if (kind === "json") return <TextArea {...text} mono rows={3} placeholder={`${type}, as JSON`} />;
  if (kind === "file") return <TextField {...text} disabled hint="Files are sent from their own view." />;
  return <TextField {...text} mono placeholder={type} inputMode={kind === "number" ? "numeric" : "text"} />;
}

/** A service's response, as it is shown. */
interface ShownResponse {
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
  readonly paging: string | null;
  readonly body:
    | { readonly kind: "text"; readonly text: string; readonly json: boolean }
    | { readonly kind: "bytes"; readonly blob: Blob }
    | { readonly kind: "none" };
}

/** Bytes of a response above which it is offered as a file. */
const maxShownBytes = 2_000_000;

/** Returns what the panel shows of a response: JSON indented, text unchanged, everything else as a file. */
async function readForPanel(response: Response, took: number): Promise<ShownResponse> {
  const paging = readPaging(response.headers);
  const total =
    paging.total === null
      ? null
      : `${paging.total.toLocaleString()} ${paging.total === 1 ? "result" : "results"}`;
  const head = { status: response.status, took, paging: total };
  const blob = await response.blob();
  if (blob.size === 0) return { ...head, body: { kind: "none" } };
  const type = response.headers.get("content-type") ?? "";
  if (blob.size > maxShownBytes || !/json|text/.test(type)) return { ...head, body: { kind: "bytes", blob } };
  const text = await blob.text();
  if (!/json/.test(type)) return { ...head, body: { kind: "text", text, json: false } };
  return { ...head, body: { kind: "text", text: pretty(text), json: true } };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The response: status, time, pages and body. */
function ResponsePanel({ name, response }: { readonly name: string; readonly response: ShownResponse }) {
  const { status, took, paging, body } = response;
  return (
    <section className={styles.response} aria-label="Response">
      <div className={styles.responseHead}>
        <Badge tone={status < 300 ? "added" : "danger"}>{String(status)}</Badge>
        <span className={layout.secondary}>{Math.round(took)} ms</span>
        {paging ? <span className={layout.secondary}>{paging}</span> : null}
        {body.kind === "text" ? <CopyButton text={body.text} label="Copy the response" /> : null}
      </div>
      {body.kind === "none" ? <p className={styles.none}>The response has no body.</p> : null}
      {body.kind === "bytes" ? (
        <p className={styles.none}>
          {body.blob.size.toLocaleString()} bytes.{" "}
          <Button size="s" icon={Download} onClick={() => saveBlob(body.blob, name)}>
            Save
          </Button>
        </p>
      ) : null}
      {body.kind === "text" ? (
        <div className={styles.body}>
          <CodeView
            path={body.json ? "response.json" : "response.txt"}
            text={body.text}
            label="Body of the response"
          />
        </div>
      ) : null}
    </section>
  );
}
