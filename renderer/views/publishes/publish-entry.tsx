import { useQuery } from "@tanstack/react-query";
import { CirclePause, CirclePlay, FileDown, Play, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { routeUrl } from "../../../shared/host/host-route.ts";
import {
  type Publish,
  type PublishDetail,
  type PublishState,
  publishRoutes,
} from "../../../shared/host/publishes.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { callHost, toProblem } from "../../api/fetch-host.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAccountIdentity, useAccounts } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Badge, type BadgeTone } from "../../ui/marks/badge.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { Disclosure, Section } from "../../ui/panes/section.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { RelativeTime } from "../../ui/values/time.tsx";

const tones: Readonly<Record<PublishState, BadgeTone>> = {
  running: "running",
  planned: "accent",
  waiting: "warning",
  paused: "neutral",
  stopped: "danger",
  done: "accent",
};

/** Does something with a publish, and says where it was not done. */
const act = (work: Promise<unknown>): void =>
  void work.catch((error: unknown) => toast.problem("Nothing was changed", toProblem(error)));

const phases = { read: "Reading", write: "Sending", verify: "Comparing" } as const;

function stateText({ state, phase }: Publish): string {
  switch (state) {
    case "running":
      return phases[phase];
    case "planned":
      return "Not started";
    case "waiting":
      return "Waiting for the service";
    case "paused":
      return "Paused";
    case "stopped":
      return "Stopped";
    case "done":
      return "Done";
  }
}

/** One publish: its state, what it can do next, and its report. */
export function PublishEntry({ publish }: { readonly publish: Publish }) {
  const { source, target, state, message, done, total } = publish;
  const accounts = useAccounts();
  const identity = useAccountIdentity();
  const nameOf = (id: string) => {
    const account = accounts.find((each) => each.id === id);
    return account ? identity(account) : "an account that was removed";
  };
  const targetPath = `${target.namespace}/${target.path}`;
  const title = `${source.project} → ${targetPath}`;
  return (
    <Section
      title={title}
      description={`${nameOf(source.accountId)} to ${nameOf(target.accountId)}, ${target.visibility}`}
      actions={<Actions publish={publish} title={title} />}
    >
      <div className={flow.stack}>
        <div className={flow.cluster}>
          <span role="status">
            <Badge tone={tones[state]}>{stateText(publish)}</Badge>
          </span>
          <span>{message}</span>
          {publish.targetUrl === null ? null : (
            <AppLink href={hrefs.project(target.accountId, targetPath)}>Open the new project</AppLink>
          )}
        </div>
        {state === "running" ? (
          <ProgressBar label={`Progress of ${title}`} value={total > 0 ? done / total : null} />
        ) : null}
        <p className={layout.small}>
          Begun <RelativeTime time={publish.createdAt} />
          {publish.readAt === null ? null : (
            <>
              , read <RelativeTime time={publish.readAt} />
            </>
          )}
        </p>
        <Report publish={publish} />
      </div>
    </Section>
  );
}

function Actions({ publish, title }: { readonly publish: Publish; readonly title: string }) {
  const { id, state, phase } = publish;
  const [isStarting, setStarting] = useState(false);
  const start = () => {
    setStarting(true);
    act(callHost(publishRoutes.start, { id }).finally(() => setStarting(false)));
  };
  const remove = async () => {
    const isConfirmed = await confirm({
      title: "Remove it from the list?",
      description:
        phase === "read"
          ? "What was read of the project is deleted from this computer."
          : "What was sent stays on the service. Without the list it cannot go on.",
      confirmLabel: "Remove",
      sends: false,
    });
    if (isConfirmed) act(callHost(publishRoutes.remove, { id }));
  };
  return (
    <>
      {state === "planned" ? (
        <Button size="s" icon={Play} variant="primary" loading={isStarting} onClick={start}>
          Start…
        </Button>
      ) : null}
      {state === "planned" || (phase === "read" && state === "stopped") ? (
        <Button size="s" icon={RotateCw} onClick={() => act(callHost(publishRoutes.resume, { id }))}>
          Read again
        </Button>
      ) : null}
      {state === "running" || state === "waiting" ? (
        <Button size="s" icon={CirclePause} onClick={() => act(callHost(publishRoutes.pause, { id }))}>
          Pause
        </Button>
      ) : null}
      {state === "paused" || (phase !== "read" && state === "stopped") ? (
        <Button size="s" icon={CirclePlay} onClick={() => act(callHost(publishRoutes.resume, { id }))}>
          Resume
        </Button>
      ) : null}
      <Button size="s" icon={Trash2} aria-label={`Remove ${title}`} onClick={() => void remove()}>
        Remove
      </Button>
    </>
  );
}

/** Report of what was read, what is not kept, and what differs; open where somebody has to decide. */
function Report({ publish }: { readonly publish: Publish }) {
  const { id, state } = publish;
  const isDecided = state !== "planned";
  const [isOpen, setOpen] = useState(!isDecided);
  const detail = useQuery({
    queryKey: ["publish", id, state, publish.readAt],
    queryFn: ({ signal }) => callHost(publishRoutes.get, { id }, signal),
    enabled: isOpen || !isDecided,
    meta: { reads: [] },
  });
  const content = detail.data ? (
    <ReportText detail={detail.data} />
  ) : detail.error ? (
    <ErrorState inline {...describeProblem(detail.error)} onRetry={() => void detail.refetch()} />
  ) : (
    <Skeleton lines={3} label="Loading the report" />
  );
  if (!isDecided) return content;
  return (
    <Disclosure summary="Report" onToggle={setOpen}>
      {isOpen ? content : null}
    </Disclosure>
  );
}

function ReportText({ detail }: { readonly detail: PublishDetail }) {
  const { id, counts, bytes, people, obstacles, losses, compared, listedDifferences, differences, phase } =
    detail;
  return (
    <div className={flow.stack}>
      {obstacles.map((text) => (
        <ErrorState key={text} inline title="It cannot start" message={text} />
      ))}
      {counts.length > 0 ? (
        <p>
          {counts.map(({ what, count }) => `${count} ${what.toLowerCase()}`).join(", ")}, {formatBytes(bytes)}{" "}
          of history
        </p>
      ) : null}
      {people.length > 0 ? (
        <List title="Members there">
          {people.map(({ source, target, role }) => (
            <li key={source}>
              {source} as {target}, {role}
            </li>
          ))}
        </List>
      ) : null}
      {losses.length > 0 ? (
        <List title="Not kept as it is">
          {losses.map(({ what, why, count, examples }) => (
            <li key={`${what} ${why}`}>
              <strong>{what}</strong>
              {count > 1 ? ` (${count})` : ""}: {why}
              {examples.length > 0 ? <span className={layout.small}> {examples.join(", ")}</span> : null}
            </li>
          ))}
        </List>
      ) : null}
      {differences === null ? null : (
        <p>
          {compared} fields were compared; {differences === 0 ? "none differs" : `${differences} differ`}.
        </p>
      )}
      {listedDifferences.length > 0 ? (
        <List title="Differences">
          {listedDifferences.map(({ item, field, source, target }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may differ twice, and the list never changes
            <li key={index}>
              <strong>
                {item}, {field}
              </strong>
              <div className={layout.small}>Here: {source}</div>
              <div className={layout.small}>There: {target}</div>
            </li>
          ))}
        </List>
      ) : null}
      {phase === "read" ? null : (
        <div>
          <a href={routeUrl(publishRoutes.map, { id })} download="addresses.json" className={flow.inline}>
            <FileDown size={14} aria-hidden /> Download the map of old to new addresses
          </a>
        </div>
      )}
    </div>
  );
}

const List = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <ul>{children}</ul>
  </section>
);
