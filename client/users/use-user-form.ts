import { type FormEvent, useRef, useState } from "react";
import type { CopyableLink, User } from "../../shared/users.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { type Failure, fieldMessage, readFailure } from "../lib/errors.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";
import { useChangeUser } from "./use-change-user.ts";
import { useUserCache } from "./user-cache.ts";
import {
  changedFields,
  emptyUser,
  missingScope,
  newUserOf,
  patchOf,
  type UserValues,
  userValuesOf,
  withRole,
} from "./user-form.ts";

export interface UserFormOptions {
  /** Null for a new one. */
  user: User | null;
  onClose: () => void;
  /** With a link to hand over, where no mail brings it. */
  onCreated: (user: User, link: CopyableLink | null) => void;
}

export function useUserForm({ user, onClose, onCreated }: UserFormOptions) {
  const [before] = useState(() => (user ? userValuesOf(user) : emptyUser));
  const [values, setValues] = useState(before);
  const [failure, setFailure] = useState<Failure | null>(null);
  // What was said of a field holds until it is changed.
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [scopeError, setScopeError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const change = useChangeUser();
  const create = useCreateUser();
  const utils = trpc.useUtils();
  // What the person began from; after a conflict it is what they have been told of since.
  const [base, setBase] = useState(user);

  const put = (next: UserValues) => {
    setValues(next);
    setScopeError(undefined);
    setTouched(new Set([...touched, ...changedFields(values, next)]));
  };
  const send = async (): Promise<Failure | null> => {
    if (base) return await change(base, patchOf(before, values), "User saved");
    const made = await create(values);
    if ("failure" in made) return made.failure;
    onCreated(made.user, made.link);
    return null;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = missingScope(values);
    setScopeError(missing);
    if (missing || isPending) return;
    setPending(true);
    const refused = await send();
    if (refused?.code === "user_conflict" && base) {
      // They are told what stands there now: whoever saves again means it.
      setBase(await utils.users.get.fetch({ id: base.id }, { staleTime: 0 }).catch(() => base));
    }
    setPending(false);
    setFailure(refused);
    setTouched(new Set());
    if (!refused) onClose();
  };
  return {
    values,
    set: (change: Partial<UserValues>) => put({ ...values, ...change }),
    setRole: (role: UserValues["role"]) => put(withRole(values, role)),
    errorOf: (field: keyof UserValues) =>
      (field === "companyScope" ? scopeError : undefined) ??
      (touched.has(field) ? undefined : fieldMessage(failure, field)),
    submit,
    isPending,
    failure,
    isChanged: JSON.stringify(values) !== JSON.stringify(before),
  };
}

type Created = { user: User; link: CopyableLink | null } | { failure: Failure };

/** One intention, one user: whoever sends it again after a cut line makes no second. */
function useCreateUser() {
  const cache = useUserCache();
  const requestId = useRef(newRequestId());
  const quiet = { meta: { showsError: true } };
  const { mutateAsync: create } = trpc.users.create.useMutation(quiet);
  const { mutateAsync: makeLink } = trpc.users.makeLink.useMutation(quiet);
  return async (values: UserValues): Promise<Created> => {
    try {
      const { user, mailed } = await create({ requestId: requestId.current, ...newUserOf(values) });
      cache.refresh();
      if (mailed) {
        notify({ kind: "success", message: `Invitation mailed to ${user.email}` });
        return { user, link: null };
      }
      return { user, link: await makeLink({ id: user.id }).catch(() => null) };
    } catch (error) {
      const failure = readFailure(error);
      // It was sent before with other words, and done: what is sent now is another intention.
      if (failure.code === "request_reused") requestId.current = newRequestId();
      return { failure };
    }
  };
}
