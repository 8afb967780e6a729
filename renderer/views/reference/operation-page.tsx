import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import type {
  FieldReference,
  OperationReference,
  ParameterReference,
} from "../../../shared/api/contract/reference.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import { MetaParts } from "../../ui/marks/meta-parts.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import styles from "./reference.module.css";
import { TryIt } from "./try-it.tsx";

interface OperationPageProps {
  readonly account: string;
  readonly reference: OperationReference;
  readonly group: string;
}

const access = {
  optional: "No token for public data",
  token: "Token",
  admin: "Administrator",
};
const responseKinds = {
  json: "JSON",
  bytes: "bytes, streamed",
  text: "text, streamed",
  headers: "headers only",
  none: "nothing",
};

/** One operation: what it does, who may call it, its parameters and response, and a form to try it. */
export function OperationPage({ account, reference, group }: OperationPageProps) {
  const { operation, parameters, fields, list } = reference;
  return (
    <section className={cx(flow.scroll, styles.page)} aria-label={operation.summary} {...focusable}>
      <PageHeader
        icon={BookOpen}
        title={operation.summary}
        state={
          <>
            {operation.extension === "service" ? (
              <Badge title="Not in the interface's documents">Extension</Badge>
            ) : null}
            {operation.extension === "local" ? (
              <Badge title="Of Helve's local service">Local only</Badge>
            ) : null}
          </>
        }
        meta={
          <MetaParts>
            <span>
              <span className={cx(styles.method, styles.methodInLine)} data-method={operation.method}>
                {operation.method}
              </span>{" "}
              <code className={styles.code}>/api/v4{operation.path}</code>
            </span>
            <span>{group}</span>
          </MetaParts>
        }
      />
      <dl className={layout.fields}>
        <Field name="Access">
          {access[operation.auth]}
          {operation.role ? `, ${capitalize(operation.role)} or higher` : ""}
        </Field>
        <Field name="Scope">{operation.scope}</Field>
        <Field name="Response">
          {operation.status} {responseKinds[operation.response.kind]}
          {list ? ", a list" : ""}
          {operation.paged ? ", in pages" : ""}
        </Field>
        {operation.reads.length > 0 ? <Field name="Reads">{operation.reads.join(", ")}</Field> : null}
        {operation.changes.length > 0 ? <Field name="Changes">{operation.changes.join(", ")}</Field> : null}
      </dl>
      <TryIt account={account} reference={reference} />
      {parameters.length > 0 ? (
        <section className={styles.block}>
          <h2>Parameters</h2>
          <ParameterTable parameters={parameters} />
        </section>
      ) : null}
      {fields.length > 0 ? (
        <section className={styles.block}>
          <h2>{list ? "Fields of each entry" : "Response fields"}</h2>
          <FieldTable fields={fields} />
        </section>
      ) : null}
    </section>
  );
}

const focusable = { tabIndex: 0 };

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ParameterTable({ parameters }: { readonly parameters: readonly ParameterReference[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">In</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => (
          <tr key={parameter.name}>
            <th scope="row">
              <code>{parameter.name}</code>
              {parameter.required ? <span className={styles.required}> required</span> : null}
              {parameter.deprecated ? <span className={layout.secondary}> deprecated</span> : null}
            </th>
            <td>{parameter.location}</td>
            <td>{parameter.type}</td>
            <td>
              {parameter.description}
              <Values values={parameter.values} />
              {parameter.fallback ? (
                <span className={layout.secondary}> {parameter.fallback} where left out.</span>
              ) : null}
              {parameter.alias ? (
                <span className={layout.secondary}>
                  {" "}
                  Newer services call it <code>{parameter.alias}</code>.
                </span>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FieldTable({ fields }: { readonly fields: readonly FieldReference[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">
              <code>{field.name}</code>
            </th>
            <td>
              {field.type}
              {field.nullable ? " or null" : ""}
            </td>
            <td>
              {field.optional && field.description ? sentence(field.description) : field.description}
              <Values values={field.values} />
              {field.optional ? <span className={layout.secondary}> Not in every response.</span> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns a description as a sentence that another one can follow. */
const sentence = (text: string): string => capitalize(/[.!?]$/.test(text) ? text : `${text}.`);

function Values({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <span className={styles.values}>
      {values.map((value) => (
        <code key={value}>{value}</code>
      ))}
    </span>
  );
}
