import { X } from "lucide-react";
import { useState } from "react";
import { createUser } from "../../../../shared/api/resources/users.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Button } from "../../../ui/button.tsx";
import { Destination } from "../../../ui/destination.tsx";
import { DiscardButton } from "../../../ui/discard-button.tsx";
import flow from "../../../ui/flow.module.css";
import { Form, FormFailure } from "../../../ui/form.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import pane from "../../../ui/table-pane.module.css";
import { toast } from "../../../ui/toast.tsx";
import { useUserDraft } from "./use-user-draft.ts";
import { checkUserForm, emptyUserForm, toCreation, type UserFormErrors } from "./user-form.ts";
import { UserFormFields } from "./user-form-fields.tsx";

interface CreateUserPanelProps {
  readonly account: string;
  readonly onClose: () => void;
  readonly onCreated: (id: number) => void;
}

const noErrors: UserFormErrors = {};

/** Creates a user. The draft is stored until it is sent or discarded, also when the panel is closed. */
export function CreateUserPanel({ account, onClose, onCreated }: CreateUserPanelProps) {
  const draft = useUserDraft(`user ${account} new`, emptyUserForm);
  const { form, unstored } = draft;
  const write = useWrite();
  const [wasSent, setWasSent] = useState(false);
  const errors = checkUserForm(form, unstored, true);
  const isReady = Object.keys(errors).length === 0;
  const submission = useSubmit(async () => {
    const user = await write(createUser, toCreation(form, unstored));
    toast.success(`Created ${user.name}`);
    draft.clear();
    onCreated(user.id);
  });
  return (
    <section
      className={pane.panel}
      aria-label="New user"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <div className={pane.head}>
        <div className={flow.growText}>
          <h2 className={pane.title}>New user</h2>
        </div>
        <IconButton label="Close panel" icon={X} onClick={onClose} />
      </div>
      <Form
        className={flow.fillColumn}
        aria-label="New user"
        submission={submission}
        isReady={isReady}
        onAttempt={() => setWasSent(true)}
      >
        <div className={pane.panelBody}>
          <UserFormFields
            {...{ form, unstored }}
            errors={wasSent ? errors : noErrors}
            isNew
            hasNewEmail
            onChange={draft.change}
            onUnstored={draft.changeUnstored}
          />
          <FormFailure submission={submission} />
        </div>
        <div className={pane.actions}>
          <DiscardButton
            isChanged={draft.isChanged}
            onClick={() => {
              draft.discard("user draft");
              onClose();
            }}
          />
          <Destination />
          <Button type="submit" variant="primary" loading={submission.isPending}>
            Create user
          </Button>
        </div>
      </Form>
    </section>
  );
}
