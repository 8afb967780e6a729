import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { updateUser } from "../../../../shared/api/resources/users.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Button } from "../../../ui/button.tsx";
import { Destination } from "../../../ui/destination.tsx";
import { DiscardButton } from "../../../ui/discard-button.tsx";
import flow from "../../../ui/flow.module.css";
import { Form, FormFailure } from "../../../ui/form.tsx";
import pane from "../../../ui/table-pane.module.css";
import { toast } from "../../../ui/toast.tsx";
import { useUserDraft } from "./use-user-draft.ts";
import { checkUserForm, toUserForm, toUserUpdate } from "./user-form.ts";
import { UserFormFields } from "./user-form-fields.tsx";

interface EditUserProps {
  readonly account: string;
  readonly user: User;
  readonly onEnd: () => void;
}

/** Edits a user. The draft is stored until it is saved or discarded. */
export function EditUser({ account, user, onEnd }: EditUserProps) {
  const draft = useUserDraft(`user ${account} ${user.id}`, toUserForm(user));
  const { base, form, unstored, isChanged } = draft;
  const write = useWrite();
  const errors = checkUserForm(form, unstored, false);
  const isReady = isChanged && Object.keys(errors).length === 0;
  const submission = useSubmit(async () => {
    const input = toUserUpdate(user.id, base, form, unstored);
    if (input) await write(updateUser, input);
    toast.success(`Saved ${form.name}`);
    draft.clear();
    onEnd();
  });
  return (
    <Form className={flow.fillColumn} aria-label="Edit user" submission={submission} isReady={isReady}>
      <div className={pane.panelBody}>
        <UserFormFields
          {...{ form, unstored, errors }}
          isNew={false}
          hasNewEmail={form.email !== base.email}
          onChange={draft.change}
          onUnstored={draft.changeUnstored}
        />
        <FormFailure submission={submission} />
      </div>
      <div className={pane.actions}>
        <DiscardButton
          isChanged={isChanged}
          onClick={() => {
            draft.discard(`changes to ${user.name}`);
            onEnd();
          }}
        />
        <Destination />
        <Button type="submit" variant="primary" loading={submission.isPending} disabled={!isReady}>
          Save changes
        </Button>
      </div>
    </Form>
  );
}
