import { type ReactNode, useState } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { useAccountId } from "../../api/account-context.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useAccount } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Destination } from "../../ui/forms/destination.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import flow from "../../ui/theme/flow.module.css";
import { parseMergeRequestReference } from "./merge-request-reference.ts";

interface AddMergeRequestProps {
  /** Full path of the project that `!29` is of. */
  readonly project: string;
  /** Name of the panel and its field. */
  readonly label: string;
  /** The button that opens it; one element. */
  readonly trigger: ReactNode;
  /** Adds the merge request that was named, with the full path of its project. A failure is shown beside the field. */
  readonly onAdd: (mergeRequest: MergeRequest, project: string) => Promise<unknown>;
}

/** A panel that takes a merge request by its number, its reference or its address. */
export function AddMergeRequest({ project, label, trigger, onAdd }: AddMergeRequestProps) {
  const account = useAccountId();
  const service = useAccount(account)?.url ?? "";
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const named = parseMergeRequestReference(text, { project, service });
  const adding = useSubmit(async () => {
    if (!named) return;
    const input = { id: named.project, merge_request_iid: named.iid };
    const { data } = await requestOperation(account, getMergeRequest, input);
    await onAdd(data, named.project);
    setText("");
    setOpen(false);
  });
  const isMissing = adding.problem?.code === "not_found";
  const wrong = text.trim() !== "" && !named;
  return (
    <Popover
      label={label}
      align="end"
      open={open}
      onOpenChange={(next) => {
        adding.reset();
        setOpen(next);
      }}
      trigger={trigger}
    >
      <form
        className={flow.stack}
        onSubmit={(event) => {
          event.preventDefault();
          // The panel may be of another form.
          event.stopPropagation();
          adding.submit();
        }}
      >
        <TextField
          label={label}
          placeholder="!29"
          value={text}
          onChange={(next) => {
            adding.reset();
            setText(next);
          }}
          hint="!29, group/project!29 or its address"
          error={
            wrong
              ? "Use !29, group/project!29 or an address of this service"
              : isMissing
                ? "It was not found, or you do not have access."
                : undefined
          }
          autoFocus
        />
        {adding.failure && !isMissing ? <ErrorState inline {...adding.failure} /> : null}
        <div className={flow.cluster}>
          <Button type="submit" variant="primary" writes disabled={!named} loading={adding.isPending}>
            Add
          </Button>
          <Destination />
        </div>
      </form>
    </Popover>
  );
}
