import { X } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../../../shared/api/contract/operation.ts";
import type { statusSpans } from "../../../../shared/api/resources/user-shapes.ts";
import { getCurrentUserStatus, setUserStatus } from "../../../../shared/api/resources/users.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { operationQuery, useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { StatusText } from "../../../features/people/profile-fields.tsx";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { EmojiPicker } from "../../../ui/emoji/emoji-grid.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import styles from "../me.module.css";

/** Statuses that are being written, by account. */
const drafts = createStoredValues("drafts", "status", null);

/** Times after which services clear a status, by their names for them. */
const clearTimes = [
  { value: "", label: "Never" },
  { value: "30_minutes", label: "30 minutes" },
  { value: "3_hours", label: "3 hours" },
  { value: "8_hours", label: "8 hours" },
  { value: "1_day", label: "1 day" },
  { value: "3_days", label: "3 days" },
  { value: "7_days", label: "7 days" },
  { value: "30_days", label: "30 days" },
] as const;

/** Characters that services take for a message. */
const maxMessage = 100;
/** The services' default emoji of a message. */
const defaultEmoji = "speech_balloon";

/** The user's status: the emoji and message beside their name. */
export function StatusCard({ account }: { readonly account: string }) {
  const key = `status ${account}`;
  const status = useStatus(account);
  const { value: draft } = useStoredValue(drafts, key);
  const [clearAfter, setClearAfter] = useState<(typeof clearTimes)[number]["value"]>("");
  const now = { emoji: status.data?.emoji ?? "", message: status.data?.message ?? "" };
  const { emoji, message } = draft ?? now;
  const isSet = now.emoji !== "" || now.message !== "";
  const isEmpty = emoji === "" && message.trim() === "";
  const edit = (patch: Partial<typeof now>) =>
    drafts.change(key, (written) => ({ ...(written ?? now), ...patch }));
  const { submit: set, isPending } = useSubmit(
    async (next: typeof now) => {
      await status.set({ ...next, clearAfter: next.emoji || next.message ? clearAfter : "" });
      drafts.change(key, () => null);
    },
    {
      onFailure: (failure, next) =>
        toast.problem(
          next.emoji || next.message ? "The status was not set" : "The status was not cleared",
          failure,
        ),
    },
  );
  const clearsAt = status.data?.clear_status_at;
  return (
    <Section
      title="Status"
      className={styles.wide ?? ""}
      description="Shown beside your name to everyone who can see your profile."
    >
      {status.isPending ? (
        <Skeleton lines={2} label="Loading status" />
      ) : status.error && !status.data ? (
        <ErrorState compact {...describeProblem(status.error)} onRetry={() => void status.refetch()} />
      ) : (
        <form
          className={styles.form}
          aria-label="Status"
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = { emoji: emoji || defaultEmoji, message: message.trim() };
            if (!isEmpty) set(wanted);
          }}
        >
          <div className={flow.cluster}>
            <div className={styles.picker}>
              <EmojiPicker
                writes={false}
                size="m"
                label="Choose the emoji of your status"
                onChoose={(name) => edit({ emoji: name })}
              />
            </div>
            <TextField
              label="Message"
              hideLabel
              placeholder="What is your status?"
              value={message}
              maxLength={maxMessage}
              onChange={(text) => edit({ message: text })}
              className={styles.grow ?? ""}
            />
            <div className={styles.clearAfter}>
              <Select
                label="Clear after"
                hideLabel
                value={clearAfter}
                onChange={setClearAfter}
                options={clearTimes.map(({ value, label }) => ({
                  value,
                  label: value ? `Clear after ${label}` : "Do not clear",
                }))}
              />
            </div>
          </div>
          <div className={styles.preview} aria-live="polite">
            {isEmpty ? (
              <span className={layout.muted}>No status. Markdown and emoji codes work in the message.</span>
            ) : (
              <StatusText emoji={emoji || defaultEmoji} message={message} />
            )}
            {!draft && clearsAt ? (
              <span className={layout.muted}>
                cleared <RelativeTime future time={clearsAt} />
              </span>
            ) : null}
          </div>
          <div className={flow.cluster}>
            <Button type="submit" variant="primary" loading={isPending} disabled={isEmpty || !draft}>
              Set status
            </Button>
            <Destination />
            {isSet ? (
              <Button writes icon={X} onClick={() => set({ emoji: "", message: "" })}>
                Clear status
              </Button>
            ) : null}
            {draft ? (
              <DiscardButton
                onClick={() => {
                  drafts.change(key, () => null);
                  toast.discarded("status", () => drafts.change(key, (now) => now ?? draft));
                }}
              />
            ) : null}
          </div>
        </form>
      )}
    </Section>
  );
}

type Status = OutputOf<typeof getCurrentUserStatus>;
type StatusSpan = (typeof statusSpans)[number];

/** A status as it is set. */
interface NewStatus {
  /** Without colons; empty for none. */
  readonly emoji: string;
  readonly message: string;
  /** Empty for never. */
  readonly clearAfter: StatusSpan | "";
}

/** Reads and sets the status of the account's user. A new one is shown at once, and reverted where it is refused. */
function useStatus(account: string) {
  const write = useWrite(setUserStatus);
  const query = useOperation(getCurrentUserStatus, {});
  const set = async ({ emoji, message, clearAfter }: NewStatus): Promise<void> => {
    const { queryKey } = operationQuery(account, getCurrentUserStatus, {});
    const written = await write<Status>(
      { emoji, message, clear_status_after: clearAfter || undefined },
      {
        queryKey,
        show: (now) => ({ ...now, emoji, message, clear_status_at: null }),
        confirm: (_, written) => written,
      },
    );
    if (clearAfter && !written.clear_status_at) {
      toast.warning("The status stays until you clear it", {
        description: "This service does not clear a status by itself.",
      });
    }
  };
  return { ...query, set };
}
