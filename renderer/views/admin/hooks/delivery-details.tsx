import { useId } from "react";
import type { HookEvent } from "../../../../shared/api/resources/system-hooks.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import flow from "../../../ui/flow.module.css";
import { tookText } from "./delivery-state.ts";
import styles from "./hooks.module.css";

/** Request, response and attempts of a delivery. */
export function DeliveryDetails({ event }: { readonly event: HookEvent }) {
  const { attempts = [], request_headers, request_data, response_headers, response_body } = event;
  const hasResponse = response_body || Object.keys(response_headers).length > 0;
  return (
    <div className={styles.details}>
      {attempts.length > 0 ? (
        <Part title="Attempts">
          <ol className={styles.attempts}>
            {attempts.map(({ at, duration, status, error }) => (
              <li key={at}>
                <time dateTime={at}>{new Date(at).toLocaleString()}</time>
                <span>{tookText(duration)}</span>
                <span>{error ?? `HTTP ${status}`}</span>
              </li>
            ))}
          </ol>
        </Part>
      ) : null}
      <Part title="Request" text={JSON.stringify(request_data, null, 2)}>
        <Headers headers={request_headers} />
      </Part>
      {hasResponse ? (
        <Part title="Response" text={response_body ?? ""}>
          <Headers headers={response_headers} />
        </Part>
      ) : null}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  /** Preformatted text in its own scroller. */
  readonly text?: string;
  readonly children: React.ReactNode;
}

function Part({ title, text, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.part}>
      <div className={flow.inline}>
        <h3 id={id}>{title}</h3>
        {text ? <CopyButton text={text} label={`Copy body of the ${title.toLowerCase()}`} /> : null}
      </div>
      {children}
      {text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller needs keyboard access
        <section className={styles.body} tabIndex={0} aria-label={`Body of the ${title.toLowerCase()}`}>
          <pre>{text}</pre>
        </section>
      ) : null}
    </section>
  );
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <dl className={styles.headers}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
